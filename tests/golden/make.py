"""Make the golden games again: ``python -m tests.golden.make``.

Only when the record itself is to change (a new edition, a new form of the log): a golden game
that no longer verifies is a game of somebody's that no longer verifies.

``python -m tests.golden.make results`` writes the results of the games as they are: of new games,
and new digests where positions have become longer. Refused where another result changes.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine import DealtGame, Header, deal, read_log, result, steps, verify, write_text
from engine.entries import Action, Entry, Load, Resign, Sail, Take
from engine.events import RoundEnded
from engine.fairness import CommittedShuffler, commitment, revealed, shuffled_seats
from engine.legal import legal_actions
from engine.log import Log
from engine.log.header import setup_fields
from engine.modules.wager import Wager
from engine.players import PLAYERS, Chooser
from engine.receipt import AGREED
from engine.replay import Game
from engine.setup import Setup
from engine.state import State
from engine.vocabulary import Colour, Module, Site

FOLDER = Path(__file__).parent
RESULTS = FOLDER.parent / "golden_results.json"
BY_HAND = "hand-counted-"
EVERYTHING = "".join(
    f"{module.word} " for module in Module if module is not Module.UNLIMITED_STONES
)

SETUPS = {
    "all-a-two": ("black white", "AAAAA", "", "official", "greedy"),
    "all-a-three": ("white gray brown", "AAAAA", "wrath_of_the_pharaoh", "official", "greedy"),
    "all-a-four": ("black white brown gray", "AAAAA", "", "official", "greedy"),
    "all-b-two": ("gray black", "BBBBB", "", "official", "greedy"),
    "all-b-three": ("black brown white", "BBBBB", "private_ships", "yucata", "greedy"),
    "all-b-four": ("white black gray brown", "BBBBB", "stonemasons_wager", "official", "greedy"),
    "all-c-two": ("black white", "CCCCC", "new_dynasty_cards", "official", "greedy"),
    "all-c-three": ("brown black gray", "CCCCC", "pharaohs_favors", "yucata", "greedy"),
    "all-c-four": ("gray brown white black", "CCCCC", "god_prophecies", "yucata", "greedy"),
    "all-d-two": ("white black", "DDDDD", "unlimited_stones", "yucata", "greedy"),
    "all-d-three": ("black white gray", "DDDDD", "hidden_market_cards", "official", "greedy"),
    "all-d-four": ("brown gray black white", "DDDDD", "private_ships", "official", "greedy"),
    "everything-two": ("black gray", "BCDAB", EVERYTHING, "official", "random"),
    "everything-three": ("white brown black", "CDABC", EVERYTHING, "official", "random"),
    "everything-four": ("black white brown gray", "DCCDC", EVERYTHING, "official", "random"),
    "everything-yucata": (
        "black white brown gray",
        "DBBCD",
        EVERYTHING.replace("hidden_market_cards ", ""),
        "yucata",
        "random",
    ),
}


def recorded() -> list[Path]:
    """The games whose results are written here; of those counted by hand no code writes any."""
    return [path for path in sorted(FOLDER.glob("*.imh")) if not path.stem.startswith(BY_HAND)]


def endings(game: Game) -> list[str]:
    """The kinds of ending that a game shows."""
    points, places, sleds = game.result.points, game.result.places, game.result.sleds
    best = [seat for seat, value in enumerate(points) if value == max(points)]
    rows = []
    if resigned := game.state.resigned:
        rows.append("resigned" if len(resigned) + 1 < len(points) else "cut short")
    elif len(best) == 1:
        rows.append("clear winner")
    elif places.count(1) > 1:
        rows.append("shared first place")
    else:
        rows.append("sled breaks the tie")
        assert len({sleds[seat] for seat in best}) > 1
    if min(points) < 0:
        rows.append("score below zero")
    ended = [
        event for step in steps(game.log) for event in step.events if type(event) is RoundEnded
    ]
    if any(event.stuck for event in ended):
        rows.append("stuck round")
    if ended[-1].stuck:
        rows.append("stuck last round")
    return rows


ENDINGS: dict[str, tuple[str, Callable[[], Setup], str]] = {
    "ending-sled-breaks-the-tie": (
        "sled breaks the tie",
        lambda: Setup.of("black white"),
        "greedy",
    ),
    "ending-shared-first-place": ("shared first place", lambda: Setup.of("black white"), "greedy"),
    "ending-stuck-last-round": (
        "stuck last round",
        lambda: Setup.of("black white", "AAAAA", "stonemasons_wager"),
        "filler",
    ),
    "ending-score-below-zero": (
        "score below zero",
        lambda: Setup.of("black white brown gray", "AAAAA", "god_prophecies wrath_of_the_pharaoh"),
        "random",
    ),
}


def filler(s: State, chance: Chooser) -> Action:
    """Fills every ship and keeps away from the market, so that quarries run out."""
    options = legal_actions(s)
    for kind in (Load, Wager, Take):
        actions = [action for action in options if type(action) is kind]
        if actions:
            return chance.choice(actions)
    sailings = [action for action in options if type(action) is Sail]
    away = [action for action in sailings if action.site is not Site.MARKET]
    return chance.choice(away or sailings or list(options))


def search_ending(ending: str, setup: Setup, player: str) -> Log:
    """The first game, by seed, that ends so."""
    for seed in range(5_000):
        log = deal(setup, seed, player)
        if ending in endings(verify(log)):
            return log
    raise LookupError(ending)


def resigned(seats: str, sites: str, modules: str, seed: int) -> Log:
    """A game in which a seat resigns in round 3, in the turn of another; with more than two a
    computer plays on for it."""
    game, chance = DealtGame(Setup.of(seats, sites, modules), random.Random(seed)), random.Random(1)
    while game.state.round < 3 or game.state.turn == 1:
        game.act(PLAYERS["greedy"](game.state, chance))
    game.enter(Entry(1, Resign()))
    since = len(game.entries) + 1
    while not game.state.over:
        game.act(PLAYERS["greedy"](game.state, chance))
    played_on = len(game.entries) >= since
    replaced = tuple(since * (seat == 1 and played_on) for seat in range(len(game.state.players)))
    header = Header(
        game.state.rules.setup,
        chance="dealt",
        result=result(game.state).points,
        replaced=replaced,
    )
    return Log(header, tuple(game.entries))


RESIGNED = {
    "ending-cut-short": ("black white", "AAAAA", "", 5),
    "ending-resigned": ("white gray brown", "ABCDA", "private_ships", 6),
}


def committed() -> Log:
    """A game by terms 1: one seat gave nothing, another was left to a computer."""
    terms = Setup.of("black white gray", "BCDDB", "new_dynasty_cards god_prophecies")
    secret, entropy = bytes(range(32)), {Colour.BLACK: b"\x01" * 32, Colour.GRAY: b"\x02" * 32}
    shuffler = CommittedShuffler(terms, secret, entropy)
    setup = replace(terms, seats=shuffled_seats(terms.seats, shuffler))
    game, chance = DealtGame(setup, shuffler), random.Random(2026)
    while not game.state.over:
        game.act(PLAYERS["greedy"](game.state, chance))
    names = tuple("" if colour is Colour.WHITE else colour.word.title() for colour in setup.seats)
    since = tuple(100 * (colour is Colour.GRAY) for colour in setup.seats)
    header = Header(setup, names, result=result(game.state).points, replaced=since)
    return Log(revealed(header, secret, entropy), tuple(game.entries))


def promised() -> Log:
    """A game by terms 2: black kept its promise, gray withheld its share, brown is a computer."""
    terms = Setup.of("black brown gray", "ACDBA", "god_prophecies")
    secret, shares = bytes(range(32)), {Colour.BLACK: b"\x01" * 32}
    promises = {Colour.BLACK: commitment(b"\x01" * 32), Colour.GRAY: commitment(b"\x02" * 32)}
    return _promised(terms, secret, shares, promises, 2, "greedy")


def dealt_by_row() -> Log:
    """A game by terms 3, with cards of every use, and a pile that is shuffled again."""
    agreed = Setup.of("white brown black", "BBCDA", "private_ships pharaohs_favors")
    secret = bytes(range(32))
    shares = {Colour.BLACK: b"\x01" * 32, Colour.WHITE: b"\x03" * 32}
    promises = {colour: commitment(share) for colour, share in shares.items()}
    return _promised(agreed, secret, shares, promises, 3, "random")


def _promised(
    agreed: Setup,
    secret: bytes,
    shares: dict[Colour, bytes],
    promises: dict[Colour, str],
    deal_terms: int,
    player: str,
) -> Log:
    shuffler = CommittedShuffler(agreed, secret, shares, promises, deal_terms)
    setup = replace(agreed, seats=shuffled_seats(agreed.seats, shuffler))
    game, chance = DealtGame(setup, shuffler), random.Random(2027)
    while not game.state.over:
        game.act(PLAYERS[player](game.state, chance))
    names = tuple(colour.word.title() for colour in setup.seats)
    header = Header(setup, names, result=result(game.state).points)
    return Log(revealed(header, secret, shares, promises, deal_terms), tuple(game.entries))


def receipt_of(log: Log, colour: Colour) -> str:
    """What the browser of `colour` would have saved."""
    header = log.header
    words = [seat.word for seat in log.setup.seats]
    fields = {
        "imhotep-receipt": 1,
        "terms": header.deal_terms,
        "table": "golden",
        **dict.fromkeys(AGREED, ""),
        **dict(setup_fields(log.setup)),
        "commitment": header.chance.rpartition(":")[2],
        "colour": colour.word,
        "share": dict(zip(words, header.entropy, strict=True))[colour.word],
        "promises": dict(zip(words, header.promises, strict=True)),
        "computers": [
            seat for seat, promise in zip(words, header.promises, strict=True) if not promise
        ],
        "fingerprint": verify(log).fingerprint,
    }
    return json.dumps(fields, indent=1) + "\n"


def summary(game: Game) -> dict[str, Any]:
    """What has to stay as it is."""
    colours = [colour.word for colour in game.log.setup.seats]
    return {
        "fingerprint": game.fingerprint,
        "digest": game.digest,
        "entries": len(game.entries),
        "points": dict(zip(colours, game.result.points, strict=True)),
        "places": dict(zip(colours, game.result.places, strict=True)),
        "breakdown": {colour: game.result.breakdown(i) for i, colour in enumerate(colours)},
        "endings": endings(game),
    }


def write_games() -> None:
    PLAYERS["filler"] = filler
    chance = random.Random(2026)
    for name, (seats, sites, modules, profile, player) in SETUPS.items():
        assert all(word in Colour.words() for word in seats.split())
        log = deal(Setup.of(seats, sites, modules, profile), chance.randrange(10**6), player)
        (FOLDER / f"{name}.imh").write_text(write_text(log), encoding="utf-8")
    for name, (ending, setup, player) in ENDINGS.items():
        log = search_ending(ending, setup(), player)
        (FOLDER / f"{name}.imh").write_text(write_text(log), encoding="utf-8")
    for name, terms in RESIGNED.items():
        (FOLDER / f"{name}.imh").write_text(write_text(resigned(*terms)), encoding="utf-8")
    (FOLDER / "committed-deal.imh").write_text(write_text(committed()), encoding="utf-8")
    for name, log in (("promised-deal", promised()), ("deal-by-row", dealt_by_row())):
        (FOLDER / f"{name}.imh").write_text(write_text(log), encoding="utf-8")
        receipt = receipt_of(log, Colour.BLACK)
        (FOLDER / f"{name}.receipt").write_text(receipt, encoding="utf-8")


def recorded_results() -> dict[str, dict[str, Any]]:
    """The results of all games but those counted by hand."""
    return {path.stem: summary(verify(read_log(path.read_bytes()))) for path in recorded()}


def changed_games(before: dict[str, dict[str, Any]], after: dict[str, dict[str, Any]]) -> list[str]:
    """The games of `before` of which `after` says another thing than a digest."""
    return [
        name
        for name, result in before.items()
        if {**result, "digest": ""} != {**after.get(name, {}), "digest": ""}
    ]


if __name__ == "__main__":
    if sys.argv[1:] == ["results"]:
        results = recorded_results()
        if names := changed_games(json.loads(RESULTS.read_text("utf-8")), results):
            sys.exit(f"the rules changed for {', '.join(names)}")
    else:
        write_games()
        results = recorded_results()
    RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
