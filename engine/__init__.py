"""The rules of Imhotep: the judge of a game's log.

A tour. A set-up, a position, an action; what may be done next:

>>> from engine import Setup, apply, legal_actions, parse_entry, read_log, start, verify, view
>>> setup = Setup.of("black white", "AAAAA")
>>> position = start(setup)
>>> for line in ["round 4 3 2 2", "market statue lever sail statue", "black load 1.1"]:
...     apply(position, *parse_entry(setup, line))
>>> [action.text for action in legal_actions(position)][:3]
['take', 'load 1.2', 'load 1.3']

A refusal leaves the position as it was, and names the rule:

>>> from engine import IllegalAction
>>> try:
...     apply(position, *parse_entry(setup, "white sail 1 temple"))
... except IllegalAction as refusal:
...     print(refusal.rule.name, refusal.rule.place, refusal)
SHIP_TOO_LIGHT R2.4 the ship has too few stones to sail (1 of 3) [R2.4]

What a viewer sees of the table:

>>> view(position, None)["seats"][0]["sled"]
1

A whole game is a text. ``read_log`` reads it, ``verify`` judges it:

>>> from engine import deal
>>> game = verify(deal(setup, seed=7, play="greedy"))
>>> len(game.result.points), len(game.fingerprint), game.result.places[0] in (1, 2)
(2, 64, True)
>>> from engine import write_text
>>> verify(read_log(write_text(game.log))).fingerprint == game.fingerprint
True
>>> broken = write_text(game.log).replace("white sail", "black sail", 1)
>>> from engine import ReplayError
>>> try:
...     _ = verify(read_log(broken))
... except ReplayError as refusal:
...     print(refusal.rule.name, refusal.actor, refusal.line > 9)
NOT_YOUR_TURN black True
"""

from engine.compiled import COMPILED  # decides where the modules below come from

# isort: split
from engine.agenda import Chance, Decision
from engine.apply import apply, start
from engine.dealer import DealtGame, deal
from engine.digest import digest
from engine.editions import DEFAULT_EDITION, edition_names
from engine.errors import (
    DealMismatch,
    EngineError,
    IllegalAction,
    LogSyntaxError,
    ReplayError,
    ResultMismatch,
    Rule,
    SetupError,
)
from engine.identity import identity
from engine.legal import awaited, is_forced, legal_actions
from engine.log import (
    Entry,
    Header,
    Log,
    entry_text,
    parse_entry,
    read_log,
    write_json,
    write_text,
)
from engine.proof import Proof
from engine.replay import Game, Step, play, prove, steps, verify
from engine.rules import Rules
from engine.scoring import Result, result
from engine.setup import Setup
from engine.sites.board import Reward
from engine.state import State
from engine.view import EVERYTHING, view, view_entry, view_events

__all__ = [
    "COMPILED",
    "DEFAULT_EDITION",
    "EVERYTHING",
    "Chance",
    "DealMismatch",
    "DealtGame",
    "Decision",
    "EngineError",
    "Entry",
    "Game",
    "Header",
    "IllegalAction",
    "Log",
    "LogSyntaxError",
    "Proof",
    "ReplayError",
    "Result",
    "ResultMismatch",
    "Reward",
    "Rule",
    "Rules",
    "Setup",
    "SetupError",
    "State",
    "Step",
    "apply",
    "awaited",
    "deal",
    "digest",
    "edition_names",
    "entry_text",
    "identity",
    "is_forced",
    "legal_actions",
    "parse_entry",
    "play",
    "prove",
    "read_log",
    "result",
    "start",
    "steps",
    "verify",
    "view",
    "view_entry",
    "view_events",
    "write_json",
    "write_text",
]
