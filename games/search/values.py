"""Values of the words of a search: read in many spellings, or refused with what to write."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final, NoReturn

from django.utils.translation import gettext as _

from engine.facts import FACTS
from games.search.aliases import spelled
from games.search.terms import (
    CHOICES,
    DATES,
    DAYS,
    DOMAINS,
    FEWEST,
    GREATEST,
    MAX_VALUES,
    NUMBERS,
    PEOPLE,
    PERIOD_PATTERN,
    SEAT_NUMBERS,
    SIDE_LETTERS,
    SITES,
    SYNONYMS,
    YES,
    Term,
    UnreadableSearch,
    days_of_period,
)

HANDLE_PATTERN: Final = re.compile(r"@?[a-z0-9][a-z0-9_-]{1,23}", re.ASCII)
_NUMBER: Final = re.compile(r"-?[0-9]+", re.ASCII)
_RANGE: Final = re.compile(r"(-?[0-9]+)(?:\.\.|-)(-?[0-9]+)", re.ASCII)
_UP_FROM: Final = re.compile(r"(-?[0-9]+)(?:\+|\.\.)", re.ASCII)
_UP_TO: Final = re.compile(r"\.\.(-?[0-9]+)", re.ASCII)
_YEARS: Final = re.compile(r"([0-9]{4})-([0-9]{4})", re.ASCII)


def read_value(name: str, op: str, operand: str, text: str) -> str:
    """The value as the grammar writes it."""
    if operand.count(",") + operand.count("|") >= MAX_VALUES:
        refuse_word(text, _("at most %(n)d values") % {"n": MAX_VALUES})
    operand = operand.replace(",", "|").strip("|")
    if not operand:
        refuse_word(text, example_of_word(name))
    if name in PEOPLE:
        return _people(op, operand, text)
    if name == "sides":
        return _all_sides(op, operand, text)
    if name in SITES and not any(letter.isdecimal() for letter in operand):
        return _sides(op, operand, text)
    if name in DAYS:
        return _day(name, op, operand, text)
    if name in DATES:
        return _dates(name, op, operand, text)
    if name in FACTS or name in NUMBERS or name in SEAT_NUMBERS:
        return _numbers(name, op, operand, text)
    return _choices(name, op, operand, text)


def _people(op: str, operand: str, text: str) -> str:
    if op != "=":
        refuse_word(
            text,
            _("“=” and a handle, such as @ana. To exclude a player, write a minus before the word"),
        )
    return read_handles(operand.lower(), text)


def read_handles(operand: str, text: str) -> str:
    handles = operand.split("|")
    if not all(map(HANDLE_PATTERN.fullmatch, handles)):
        refuse_word(text, _("a handle, such as @ana"))
    return "|".join(dict.fromkeys(f"@{handle.removeprefix('@')}" for handle in handles))


def _all_sides(op: str, operand: str, text: str) -> str:
    setups = operand.upper().split("|")
    if op not in ("=", "!=") or not all(
        len(setup) == len(SITES) and SIDE_LETTERS.issuperset(setup) for setup in setups
    ):
        refuse_word(
            text,
            _(
                "five sides, in the order market, pyramid, temple, burial chamber, "
                "obelisks, such as sides=AABAA"
            ),
        )
    return "|".join(setups)


def _sides(op: str, operand: str, text: str) -> str:
    sides = operand.upper().split("|")
    if not SIDE_LETTERS.issuperset(sides):
        refuse_word(text, _("a side from A to D, or a whole number"))
    if op not in ("=", "!="):
        refuse_word(text, _("“=” before a side"))
    return "|".join(sides)


def _numbers(name: str, op: str, operand: str, text: str) -> str:
    values = []
    for part in operand.split("|"):
        number = YES.get(part.lower(), part) if DOMAINS.get(name) == (0, 1) else part
        if _NUMBER.fullmatch(number):
            ends = [number, number]
        elif match := _RANGE.fullmatch(number):
            ends = [match[1], match[2]]
        elif match := _UP_FROM.fullmatch(number):
            ends = [match[1], str(GREATEST)]
        elif match := _UP_TO.fullmatch(number):
            ends = [str(FEWEST), match[1]]
        elif "|" in operand and re.search("[<>=]", operand):
            refuse_alternatives(text)
        else:
            refuse_word(text, _number_hint(name))
        least, highest = (int(end) for end in ends)
        if not FEWEST <= min(least, highest) <= max(least, highest) <= GREATEST:
            refuse_word(text, _("a whole number up to %(most)d") % {"most": GREATEST})
        if least > highest:
            refuse_word(text, _("the smaller number first, such as %(range)s") % {"range": "2..3"})
        values.append(str(least) if least == highest else f"{least}..{highest}")
    _check_list(op, values, text, "=2..3")
    operand = "|".join(dict.fromkeys(values))
    _check_domain(Term(name, op, operand), text)  # type: ignore[arg-type]
    return operand


def _check_list(op: str, values: list[str], text: str, example: str) -> None:
    """Refuse a comparison with a range or with several values."""
    if op not in ("=", "!=") and (len(values) > 1 or ".." in values[0]):
        hint = _("“=” before a range or a list, such as %(range)s")
        refuse_word(text, hint % {"range": example})


def _number_hint(name: str) -> str:
    if name in SITES:
        return _("a side from A to D, or a whole number")
    if DOMAINS.get(name) == (0, 1):
        return _("yes or no")
    return _("a whole number, a range such as 2..3, or a list such as 2|4")


def _check_domain(term: Term, text: str) -> None:
    """Refuse a value that there is not."""
    if term.name not in DOMAINS or term.op != "=":
        return
    lowest, greatest = DOMAINS[term.name]
    if not any(least <= greatest and highest >= lowest for least, highest in term.ranges):
        if (lowest, greatest) == (0, 1):
            refuse_word(text, _("yes or no"))
        refuse_word(
            text, _("a number from %(low)d to %(high)d") % {"low": lowest, "high": greatest}
        )


def _day(name: str, op: str, operand: str, text: str) -> str:
    """The day of ``from`` and ``until``: the first or the last one of a year or a month."""
    if op != "=" or not (PERIOD_PATTERN.fullmatch(operand) and (days := days_of_period(operand))):
        refuse_word(text, _("a day, a month or a year, such as 2026-01-31, 2026-01 or 2026"))
    return days[name == "until"].isoformat()


def _dates(name: str, op: str, operand: str, text: str) -> str:
    values = []
    for part in operand.split("|"):
        ends = [*match.groups()] if (match := _YEARS.fullmatch(part)) else part.split("..")
        if name == "year":
            if not all(re.fullmatch(r"[0-9]{1,4}", end) and int(end) for end in ends):
                refuse_word(text, _("a whole number from 1 to 9999, or a range such as 2024..2026"))
            ends = [f"20{end}" if len(end) == 2 else str(int(end)).rjust(4, "0") for end in ends]
        spans = [days_of_period(end) for end in ends]
        if len(ends) > 2 or not all(spans):
            refuse_word(text, _("a day, a month or a year, such as 2026-01-31, 2026-01 or 2026"))
        if spans[0] > spans[-1]:  # type: ignore[operator]
            refuse_word(
                text, _("the earlier day first, such as %(range)s") % {"range": "2024..2026"}
            )
        texts = [end.lstrip("0") if name == "year" else _spelled_period(end) for end in ends]
        values.append("..".join(texts))
    _check_list(op, values, text, "=2024..2026")
    return "|".join(dict.fromkeys(values))


def _spelled_period(period: str) -> str:
    """``2026/1/5`` as ``2026-01-05``."""
    return "-".join(part.rjust(2, "0") for part in re.split("[-/]", period))


def _choices(name: str, op: str, operand: str, text: str) -> str:
    choices = CHOICES.get(name)
    values = operand.split("|")
    if choices is not None:
        listed = ", ".join(choices)
        by_spelling = _short_forms(choices) | {spelled(choice): choice for choice in choices}
        by_spelling |= {spelled(form): word for form, word in SYNONYMS.get(name, {}).items()}
        unknown = [part for part in values if spelled(part) not in by_spelling]
        values = [by_spelling.get(spelled(part), part) for part in values]
        if unknown or (op not in ("=", "!=") and (name != "mark" or len(values) > 1)):
            near = get_close_matches(spelled(unknown[0]) if unknown else "", by_spelling, n=1)
            if near:
                details = {"near": by_spelling[near[0]], "words": listed}
                refuse_word(text, _("%(near)s, or another of these words: %(words)s") % details)
            refuse_word(text, _("“=” and one of: %(words)s") % {"words": listed})
        if name == "mark":
            op_marks = Term(name, op, "|".join(values))  # type: ignore[arg-type]
            if op == "!=" or not op_marks.marks:
                refuse_word(
                    text, _("mark>=mistake, or “=” and one of: %(words)s") % {"words": listed}
                )
    elif op not in ("=", "!="):
        refuse_word(text, _("“=” and a name"))
    return "|".join(dict.fromkeys(values))


def _short_forms(choices: Sequence[str]) -> dict[str, str]:
    """The choices of several words by those of their words, of four letters or more, which no other
    choice has: ``wager`` for ``stonemasons_wager``."""
    words = [word for choice in choices for word in {*choice.split("_")} if "_" in choice]
    return {
        form: choice
        for choice in choices
        for word in choice.split("_")
        if words.count(word) == 1 and len(word) >= 4
        for form in (word, word.removesuffix("s"))
    }


def refuse_word(text: str, expected: str) -> NoReturn:
    details = {"word": text[:40], "wanted": expected}
    raise UnreadableSearch(text, _("“%(word)s” can’t be read. Write %(wanted)s.") % details)


def refuse_alternatives(text: str) -> NoReturn:
    """Refuse words of which one has to hold: there is no “or” between words."""
    first = re.split("[|,]", text)[0]
    refuse_word(text, _("one of them at a time, such as %(word)s") % {"word": first})


def example_of_word(name: str) -> str:
    if name in PEOPLE:
        return f"{name}=@ana"
    if name in CHOICES:
        return f"{name}={CHOICES[name][0]}"
    examples = {
        "players": "players=4",
        "entries": "entries<120",
        "rating": "rating>=1600",
        "seat": "seat=1",
        "sides": "sides=AABAA",
        "edition": "edition=2026.1",
        "year": "year=2026",
    }
    return examples.get(name, f"{name}=2026-01-31" if name in (*DAYS, *DATES) else f"{name}>=5")
