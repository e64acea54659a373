"""The facts of CLDR about a language, read from Babel, with the few that Babel does not have."""

from __future__ import annotations

import re

from babel import Locale

CATEGORIES = ["zero", "one", "two", "few", "many", "other"]
BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte", "exabyte"]
DURATION_UNITS = ["day", "hour", "minute", "second"]

# CLDR's minimumGroupingDigits, which Babel leaves out; 1 elsewhere. The tests ask Foundation.
MINIMUM_GROUPING_DIGITS = {"es": 2, "it": 2, "pl": 2}

# CLDR has no exabyte: the sign of the petabyte is used with another letter, which is here unless it is E.
EXABYTE_LETTER = {"ru": ("П", "Э"), "uk": ("П", "Е"), "ar": ("بيتا", "إكسا")}

# Our deviations from CLDR, with the reasons.
OVERRIDES = {
    # Apple's English, as in docs/contract.md, section 6.
    "en": {"kilobyte": {"other": "{0} KB"}, "per second": "{0}/sec"},
    # CLDR's pattern ends in a Latin c; the sign of the second is the Cyrillic one.
    "ru": {"per second": "{0}/с"},
}

LEFT_TO_RIGHT_ISOLATE, POP_ISOLATE = "\u2066", "\u2069"


class LocaleFacts:
    """Patterns have `{0}` in place of the value, as in CLDR."""

    def __init__(self, tag: str):
        self.tag = tag
        self.locale = Locale.parse(tag, sep="-")
        self.is_right_to_left = self.locale.text_direction == "rtl"
        self.overrides = OVERRIDES.get(tag, {})

    # --- Numbers

    @property
    def symbols(self) -> dict:
        symbols = self.locale.number_symbols.get(self.locale.default_numbering_system, {})
        return symbols if "decimal" in symbols else self.locale.number_symbols["latn"]

    @property
    def zero_digit(self) -> str:
        digits = {"latn": "0", "arab": "\u0660", "arabext": "\u06f0", "deva": "\u0966", "beng": "\u09e6"}
        return digits[self.locale.default_numbering_system]

    @property
    def group_sizes(self) -> tuple[int, int]:
        return self.locale.decimal_formats[None].grouping

    @property
    def minimum_grouping_digits(self) -> int:
        return MINIMUM_GROUPING_DIGITS.get(self.tag, 1)

    @property
    def percent(self) -> str:
        pattern = self.locale.percent_formats[None].pattern
        return re.sub(r"[#,0]+", "{0}", pattern).replace("%", self.symbols["percentSign"])

    @property
    def plural_rules(self) -> dict[str, str]:
        rules = self.locale.plural_form.rules
        return {category: rules[category] for category in CATEGORIES if category in rules}

    @property
    def categories(self) -> list[str]:
        return [*self.plural_rules, "other"]

    # --- Words

    def byte_forms(self, unit: str) -> dict[str, str]:
        """Bytes are spelled out (CLDR's long form, as Foundation does it), the larger units abbreviated (short)."""
        if unit == "exabyte":
            old, new = EXABYTE_LETTER.get(self.tag, ("P", "E"))
            return {category: form.replace(old, new) for category, form in self.byte_forms("petabyte").items()}
        forms = self.overrides.get(unit) or self._forms(f"digital-{unit}", "long" if unit == "byte" else "short")
        return {category: self._isolated(form) for category, form in self._complete(forms).items()}

    def duration_forms(self, unit: str) -> dict[str, str]:
        return self._complete(self._forms(f"duration-{unit}", "long"))

    @property
    def per_second(self) -> str:
        patterns = self.locale._data["unit_patterns"]["duration-second"]["short"]
        return self.overrides.get("per second") or patterns["per"]

    @property
    def pair(self) -> str:
        """The pattern that joins two units of a duration; looked up part by part, along the aliases of CLDR's root."""
        for style in ["unit", "unit-short", "standard"]:
            if pattern := self.locale.list_patterns.get(style, {}).get("2"):
                return pattern
        raise ValueError(f"no list pattern for {self.tag}")

    def _forms(self, unit: str, length: str) -> dict[str, str]:
        """The root's alias leads from long to short."""
        for name in [length, "short"]:
            patterns = self.locale._data["unit_patterns"].get(unit, {}).get(name, {})
            forms = {category: patterns[category] for category in CATEGORIES if category in patterns}
            if "other" in forms:
                return forms
        raise ValueError(f"no {unit} in {self.tag}")

    def _complete(self, forms: dict[str, str]) -> dict[str, str]:
        return {category: forms.get(category, forms["other"]) for category in self.categories}

    def _isolated(self, form: str) -> str:
        """Isolates a unit in Latin letters: between right-to-left words it would be on the wrong side of its number."""
        has_latin = any("A" <= letter <= "Z" for letter in form.replace("{0}", "").upper())
        return LEFT_TO_RIGHT_ISOLATE + form + POP_ISOLATE if self.is_right_to_left and has_latin else form
