"""Writes the fixtures of the tests: Babel's own plural categories and numbers, and texts made from them."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

from babel.numbers import format_decimal

from locale_facts import BYTE_UNITS, CATEGORIES, DURATION_UNITS, LocaleFacts

LETTERS = dict(zip(CATEGORIES, "zotfm-"))
INTEGERS = [0, 1, 9, 10, 99, 100, 999, 1000, 1234, 9999, 10_000, 12_345, 99_999, 100_000, 999_999, 1_000_000]
INTEGERS += [1_234_567, 12_345_678, 123_456_789, 1_234_567_890, 5_298_112_004_093, 2**63 - 1]
COUNTS = [*range(0, 25), 31, 42, 59, 99, 100, 101, 102, 103, 111, 112, 999, 1000, 1001, 11_574]
DECIMALS = ["0.01", "0.5", "1.1", "1.01", "1.5", "2.1", "2.5", "3.01", "5.3", "10.25", "11.5", "21.1", "999.99"]


def large_numbers() -> list[int]:
    near = [-1, 0, 1, 2, 3, 4, 5, 10, 11, 12, 14, 20, 21, 22, 25, 99, 100, 101, 102, 111]
    return [10**power * digit + distance for power in range(3, 19) for digit in (1, 2, 5) for distance in near]


def byte_counts() -> list[int]:
    """Each side of every threshold, of rounding and of the next unit."""
    counts = {0, 1, 2, 3, 5, 11, 21, 100, 101, 419_000, 5_300_000, 1_610_000_000, 2**63 - 1}
    for power in range(3, 19, 3):
        unit, decimals = 10**power, [0, 0, 1, 2, 2, 2, 2][power // 3]
        step = unit // 10**decimals
        counts |= {unit - 1, unit, unit + step // 2 - 1, unit + step // 2, 3 * unit // 2, 2 * unit, 5 * unit, 21 * unit}
        below = unit // 1000 // 10 ** [0, 0, 1, 2, 2, 2, 2][power // 3 - 1]
        counts |= {unit - (below + 1) // 2 - 1, unit - below // 2}
    return sorted(count for count in counts if count < 2**63)


def fixture(facts: LocaleFacts) -> str:
    category = facts.locale.plural_form
    lines = [
        f"plurals 0…1200\t{''.join(LETTERS[category(n)] for n in range(1201))}",
        f"plurals large\t{''.join(LETTERS[category(n)] for n in large_numbers())}",
        *(f"plural\t{text}\t{category(Decimal(text))}" for text in DECIMALS),
        *(f"number\t{n}\t{number(facts, Decimal(n))}" for n in INTEGERS),
        *(f"number\t{text}\t{number(facts, Decimal(text))}" for text in DECIMALS),
        *(f"percent\t{n}\t{facts.percent.replace('{0}', number(facts, Decimal(n)))}" for n in [0, 25, 100, 999_999]),
        *(f"bytes\t{n}\t{byte_text(facts, n)}" for n in byte_counts()),
        f"rate\t2000\t{facts.per_second.replace('{0}', byte_text(facts, 2000))}",
        *(f"{unit}\t{n}\t{duration(facts, unit, n)}" for unit in DURATION_UNITS for n in COUNTS),
        f"pair\t97\t{pair(facts, 'minute', 1, 'second', 37)}",
        f"pair\t90000\t{pair(facts, 'day', 1, 'hour', 1)}",
    ]
    return "\n".join(lines) + "\n"


def number(facts: LocaleFacts, value: Decimal) -> str:
    few = value < 10 ** (3 + facts.minimum_grouping_digits - 1)
    return format_decimal(value, locale=facts.locale, group_separator=not few)


def in_form(facts: LocaleFacts, forms: dict[str, str], value: Decimal) -> str:
    return forms[facts.locale.plural_form(value)].replace("{0}", number(facts, value))


def byte_text(facts: LocaleFacts, count: int) -> str:
    """The text of docs/contract.md, section 6: in the first unit in which the rounded number is below a thousand."""
    for index, unit in enumerate(BYTE_UNITS):
        step = Decimal(1).scaleb(-[0, 0, 1, 2, 2, 2, 2][index])
        value = Decimal(count).scaleb(-3 * index).quantize(step, ROUND_HALF_UP)
        if value < 1000:
            break
    value = value.to_integral_value() if value == value.to_integral_value() else value.normalize()
    return in_form(facts, facts.byte_forms(unit), value)


def duration(facts: LocaleFacts, unit: str, count: int) -> str:
    return in_form(facts, facts.duration_forms(unit), Decimal(count))


def pair(facts: LocaleFacts, larger: str, count: int, smaller: str, rest: int) -> str:
    both = duration(facts, larger, count), duration(facts, smaller, rest)
    return facts.pair.replace("{0}", both[0]).replace("{1}", both[1])
