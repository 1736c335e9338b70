"""Why an entry or a log is refused, for a page: in the language of the reader, with its rule."""

from __future__ import annotations

from typing import Final

from drawing.text.refusals import detail_in_language, in_language
from drawing.text.rules.addresses import of_ruling
from engine import EngineError, IllegalAction, LogSyntaxError, ReplayError, SetupError
from engine.errors import refusal_sentence

MAX_LEGAL: Final = 200
"""Legal entries that a problem lists."""

Problem = dict[str, object]


def problem_of(error: EngineError) -> Problem:
    """`error` as a page gets it:

    {"kind": "entry" (it cannot stand), "line" (it cannot be read), "header",
     "ply", "line": the number of the entry and of the line, 0 for none, "field": of the header,
     "tried": the entry, "words": why, "rule", "place", "url": of the rule, "legal": what could
     have stood there}
    """
    problem: Problem = {
        "kind": "line", "ply": 0, "line": 0, "field": "", "tried": "",
        "words": in_language(str(error)), "rule": "", "place": "", "url": "", "legal": [],
    }  # fmt: skip
    if isinstance(error, ReplayError):
        problem |= _of_rule(error.cause)
        problem |= {"ply": error.ply, "line": error.line, "tried": error.tried}
        problem["legal"] = list(error.legal[:MAX_LEGAL])
    elif isinstance(error, IllegalAction):
        problem |= _of_rule(error)
    elif isinstance(error, SetupError):
        problem |= {"kind": "header", "field": error.field, "words": in_language(error.message)}
    elif isinstance(error, LogSyntaxError):
        problem |= {"line": error.line, "words": in_language(error.message)}
    return problem


def _of_rule(error: IllegalAction) -> Problem:
    rule = error.rule
    return {
        "kind": "entry",
        "words": refusal_sentence(in_language(rule.sentence), detail_in_language(error.detail)),
        "rule": rule.name,
        "place": rule.place,
        "url": of_ruling(rule.place),
    }
