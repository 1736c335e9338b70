"""Refusals of the tables: what cannot be done, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from drawing.text.refusals import detail_in_language, in_language
from drawing.text.rules.addresses import of_ruling
from engine import IllegalAction, LogSyntaxError
from engine.errors import refusal_sentence
from web.errors import Conflict, Invalid, NotAllowed


class InvalidTerms(Invalid):
    """A table cannot be opened so. `field`: the name of a field of ``terms.Terms``."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field

    @property
    def members(self) -> Mapping[str, object]:
        return {"errors": {self.field: [self.message]}}


class NotPlaying(Conflict):
    """The game has not begun, or is over. `phase`: how far the table is."""

    def __init__(self, phase: str) -> None:
        super().__init__(_("No game is running at this table."))
        self.phase = phase


class Stale(Conflict):
    """Another entry came first: the table has `plies` entries, so the next is `plies` + 1."""

    def __init__(self, plies: int) -> None:
        super().__init__(_("The game has moved on. Look again."))
        self.plies = plies


class TimeOver(Conflict):
    """The player's time has run out."""

    def __init__(self) -> None:
        super().__init__(_("Your time has run out."))


class NotYourTurn(NotAllowed):
    """Another one is to act."""

    def __init__(self) -> None:
        super().__init__(_("It is not your turn."))


class IllegalEntry(Invalid):
    """The rules do not allow it; nothing has changed.

    `rule`: the name of the rule that it breaks, ``UNREADABLE`` for what is no entry at all.
    `sentence`, `place` (the ruling, explained at `rule_url`) and `detail` say what is wrong;
    `legal` lists what could be written, without the colour. The words are in the language of the
    reader, which is English at the API.
    """

    def __init__(self, cause: IllegalAction | LogSyntaxError, legal: Sequence[str]) -> None:
        if isinstance(cause, LogSyntaxError):
            rule, sentence, place, detail = "UNREADABLE", cause.message, "", ""
        else:
            rule, sentence, place = cause.rule.name, cause.rule.sentence, cause.rule.place
            detail = detail_in_language(cause.detail)
        sentence = in_language(sentence)
        super().__init__(refusal_sentence(sentence, detail))
        self.rule = rule
        self.sentence = sentence
        self.place = place
        self.rule_url = of_ruling(place)
        self.detail = detail
        self.legal = list(legal)
