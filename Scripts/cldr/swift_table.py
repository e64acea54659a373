"""Writes the facts of one language as Swift."""

from __future__ import annotations

import re
import unicodedata

import babel
from babel.core import get_cldr_version

from locale_facts import BYTE_UNITS, DURATION_UNITS, LocaleFacts

INDENT = "    "
LIMIT = 120


def identifier(tag: str) -> str:
    return tag.replace("-", "")


def swift_string(pattern: str, *places: str) -> str:
    """A literal in which invisible characters are escaped, and `{0}`, `{1}` are the named places."""
    escaped = "".join(escaped_character(character) for character in pattern)
    for number, place in enumerate(places):
        escaped = escaped.replace("{%d}" % number, f"\\(.{place})")
    return f'"{escaped}"'


def escaped_character(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character != " " and unicodedata.category(character) in ("Zs", "Cf"):
        return "\\u{%X}" % ord(character)
    return character


def plural_forms(forms: dict[str, str]) -> list[str]:
    if len(set(forms.values())) == 1:
        return [f".always({swift_string(forms['other'], 'number')})"]
    parts = [f"{category}: {swift_string(form, 'number')}" for category, form in forms.items()]
    lines, width = ["PluralForms("], LIMIT - 4 * len(INDENT) - len(",")
    for part in parts:
        piece = part + (")" if part is parts[-1] else ",")
        if len(lines[-1]) + len(" ") + len(piece) <= width:
            lines[-1] += piece if lines[-1].endswith("(") else f" {piece}"
        else:
            lines.append(INDENT + piece)
    return lines


def comma_separated(blocks: list[list[str]]) -> list[str]:
    lines = []
    for block in blocks[:-1]:
        lines += [*block[:-1], block[-1] + ","]
    return lines + blocks[-1]


def packed(blocks: list[list[str]]) -> list[str]:
    """The elements of an array, with as many as fit in each line."""
    lines, width = [], LIMIT - 4 * len(INDENT)
    for block in blocks:
        block = [*block[:-1], block[-1] + ","]
        fits = lines and len(block) == 1 and len(lines[-1]) + len(" ") + len(block[0]) <= width
        lines = [*lines[:-1], f"{lines[-1]} {block[0]}"] if fits else lines + block
    return lines


def indented(lines: list[str]) -> list[str]:
    return [INDENT + line for line in lines]


def call(name: str, arguments: list[list[str]]) -> list[str]:
    return [f"{name}(", *indented(comma_separated(arguments)), ")"]


def table(facts: LocaleFacts) -> str:
    numbers = [f"decimalSeparator: {swift_string(facts.symbols['decimal'])}"]
    numbers.append(f"groupingSeparator: {swift_string(facts.symbols['group'])}")
    if facts.zero_digit != "0":
        numbers.insert(0, f'zeroDigit: "{facts.zero_digit}"')
    for name, size in zip(["primaryGroupSize", "secondaryGroupSize"], facts.group_sizes):
        if size != 3:
            numbers.append(f"{name}: {size}")
    if facts.minimum_grouping_digits != 1:
        numbers.append(f"minimumGroupingDigits: {facts.minimum_grouping_digits}")

    bytes = packed([plural_forms(facts.byte_forms(unit)) for unit in BYTE_UNITS])
    durations = packed([plural_forms(facts.duration_forms(unit)) for unit in DURATION_UNITS])
    arguments = [
        ["pluralCategory: category"],
        [f"numbers: NumberSymbols({', '.join(numbers)})"],
        [f"percent: {swift_string(facts.percent, 'number')}"],
        *([["isRightToLeft: true"]] if facts.is_right_to_left else []),
        ["bytes: [", *indented(bytes), "]"],
        [f"perSecond: {swift_string(facts.per_second, 'amount')}"],
        ["durations: [", *indented(durations), "]"],
        [f"durationPair: {swift_string(facts.pair, 'larger', 'smaller')}"],
    ]
    body = [
        f"static var {identifier(facts.tag)}: CLDR {{",
        *indented(call("CLDR", arguments)),
        "}",
        "",
        *plural_function(facts),
    ]
    head = f"// Made by Scripts/cldr from CLDR {get_cldr_version()} (Babel {babel.__version__}); do not edit."
    return "\n".join([head, "// swift-format-ignore-file", "", "extension CLDR {", *(INDENT + line if line else "" for line in body), "}", ""])


# --- Plural rules


def plural_function(facts: LocaleFacts) -> list[str]:
    rules = {category: alternatives(rule) for category, rule in facts.plural_rules.items()}
    tests = [f"if {text} {{ return .{category} }}" for category, texts in rules.items() for text in texts]
    if not tests:
        return ["private static func category(of number: DecimalNumber) -> PluralCategory { .other }"]
    return [
        "private static func category(of number: DecimalNumber) -> PluralCategory {",
        *indented(["let i = number.integer", *tests, "return .other"]),
        "}",
    ]


def alternatives(rule: str) -> list[str]:
    """The parts of a rule between `or`, without those that never hold."""
    return [text for part in str(rule).split(" or ") if (text := conjunction(part))]


def conjunction(text: str) -> str | None:
    """The Swift condition for a conjunction; None if it never holds."""
    parts = [relation(part) for part in text.split(" and ")]
    return None if False in parts else " && ".join(part for part in parts if part is not True)


def relation(text: str) -> str | bool:
    """`i mod 10 in 2..4` and its like (UTS 35, part 3, section 5.1), for numbers written without trailing zeros."""
    match = re.fullmatch(r"([nivwfte])(?: mod (\d+))? (not )?in ([\d.,]+)", text.strip())
    if not match:
        raise ValueError(f"a plural rule of a new kind: {text}")
    operand, modulus, negated, listed = match.groups()
    ranges = [(int(part.split("..")[0]), int(part.split("..")[-1])) for part in listed.split(",")]
    if operand == "e":  # The exponent of 1.2c6, which we never write.
        return any(low <= 0 <= high for low, high in ranges) != bool(negated)
    if operand in "vw" and ranges == [(0, 0)]:
        return "!number.isWhole" if negated else "number.isWhole"
    if operand == "i" and ranges[0][0] == ranges[0][1] and len(ranges) == 1:
        return f"{value_of(operand, modulus)} {'!=' if negated else '=='} {ranges[0][0]}"
    holds = membership(value_of(operand, modulus), ranges)
    if operand == "n":
        holds = f"number.isWhole && {holds}"
        return f"!({holds})" if negated else holds
    return f"!({holds})" if negated and not holds.startswith("(") else f"{'!' if negated else ''}{holds}"


def value_of(operand: str, modulus: str | None) -> str:
    """The Swift expression of an operand; f and t, v and w are equal, because trailing zeros are not written."""
    value = "i" if operand in "ni" else "number.fraction" if operand in "ft" else "number.fractionDigitCount"
    return f"{value} % {modulus}" if modulus else value


def membership(value: str, ranges: list[tuple[int, int]]) -> str:
    if len(ranges) > 1 and all(next_low == high + 1 for (_, high), (next_low, _) in zip(ranges, ranges[1:])):
        ranges = [(ranges[0][0], ranges[-1][1])]
    tests = [f"{value} == {low}" if low == high else f"({low}...{high}).contains({value})" for low, high in ranges]
    return tests[0] if len(tests) == 1 else f"({' || '.join(tests)})"
