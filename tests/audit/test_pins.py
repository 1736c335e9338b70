"""Games that keep the verdict of a former engine: an audit by a newer one tells them apart."""

from __future__ import annotations

import gzip
import json
import shutil
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from archive.dumps.services.publish import dump
from archive.releases.models import Decision, Impact, Pin
from archive.releases.services import builds, impact, working
from archive.releases.services.decisions import ReleaseChoice, decide_release
from audit import __main__ as command
from audit import pins
from audit.runner import Audit
from engine.build import build, engine_version
from games.accounts.closing import close_by
from games.models import Account, Game
from ratings.services.fold import fold_pending
from tests.audit.conftest import Copy
from tests.cast import account, finished_log, game_of, submit
from tests.worlds.engines import BUILD, another_number

pytestmark = pytest.mark.django_db


def make_world() -> tuple[Account, list[Game]]:
    """Three games that the other engine counts otherwise, and one that it does not."""
    mo, cleo = account("mo", moderator=True), account("cleo", arbiter=True)
    account("ana")
    account("ben")
    games = [game_of(submit(cleo, finished_log(seed=seed))) for seed in (1, 3, 5)]
    games.append(game_of(submit(cleo, finished_log(sites="ABAAA", seed=2))))
    fold_pending()
    builds.present()
    return mo, games


@pytest.fixture(scope="module")
def stored_world(keep: Callable[..., tuple[Account, list[Game]]]) -> tuple[Account, list[Game]]:
    return keep(make_world)


@pytest.fixture
def mo(stored_world: tuple[Account, list[Game]], db: None) -> Account:
    return deepcopy(stored_world)[0]


@pytest.fixture
def newer(mo: Account, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The engine at hand, also that of the audit, has another number."""
    with another_number():
        monkeypatch.setattr(pins, "build", lambda: BUILD.partition("+")[2])
        yield


def decided(mo: Account, decision: Decision.What, reason: str = "by the old numbers") -> Impact:
    impact_row = impact.begin_impact(mo)
    working.work_on_impacts()
    impact_row.refresh_from_db()
    decide_release(mo, impact_row, decision, reason)
    working.work_on_impacts()
    return impact_row


def write_dump(folder: Path) -> Copy:
    dump(folder)
    return Copy(folder)


def audited(copy: Copy) -> tuple[Audit, list[str], list[pins.PinnedGame]]:
    pinned_games: list[pins.PinnedGame] = []
    audit = Audit(copy.folder, tell=pinned_games.append)
    return audit, list(map(str, audit.differences())), pinned_games


def test_a_pinned_game_is_told_and_is_no_difference(mo, newer, tmp_path, capsys):
    impact_row = decided(mo, ReleaseChoice.PIN)
    copy = write_dump(tmp_path / "dump")
    lines = copy.lines("pins")
    assert {line["game"] for line in lines} == set(Pin.objects.values_list("game", flat=True))
    for line in lines:
        assert (line["reason"], line["against"]) == ("by the old numbers", BUILD)
        assert f"{line['engine']}+{line['build']}" == Pin.objects.get(pk=line["id"]).engine
        assert (line["impact"], line["ended"]) == (impact_row.pk, False)
    audit, differences, pinned_games = audited(copy)
    assert differences == []
    assert (audit.found, audit.pinned) == (0, impact_row.differing) == (0, len(lines))
    assert {pinned_game.game for pinned_game in pinned_games} == {line["game"] for line in lines}
    for pinned_game in pinned_games:
        assert f"judged by engine {engine_version_of(pinned_game)}" in str(pinned_game)
        assert " points of " in str(pinned_game) or " breakdown of " in str(pinned_game)
    assert command.main([str(copy.folder), "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert out.count(" pinned, judged by engine 0.2.0+") == len(lines)
    assert f"{len(lines)} pinned games differ under this engine" in out
    assert "no differences" in out


def engine_version_of(pinned_game: pins.PinnedGame) -> str:
    return Pin.objects.get(game=pinned_game.game, ended_by=None).engine


def test_it_is_told_as_json_too(mo, newer, tmp_path, capsys):
    decided(mo, ReleaseChoice.PIN)
    copy = write_dump(tmp_path / "dump")
    assert command.main([str(copy.folder), "--jobs", "1", "--json"]) == 0
    *messages, last = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {row["pinned"]["game"] for row in messages} == {
        line["game"] for line in copy.lines("pins")
    }
    assert messages[0]["pinned"]["differs"][0]["file"].endswith(".ndjson.gz")
    assert (last["pinned"], last["found"]) == (len(messages), 0)


def test_the_engine_that_judged_finds_nothing_and_needs_no_pin(mo, tmp_path):
    with another_number():
        decided(mo, ReleaseChoice.PIN)
    audit, differences, pinned_games = audited(write_dump(tmp_path / "dump"))
    assert (differences, pinned_games, audit.pinned) == ([], [], 0)


def test_what_nobody_decided_is_a_difference(mo, newer, tmp_path):
    _, differences, pinned_games = audited(write_dump(tmp_path / "dump"))
    assert pinned_games == []
    games = {line.partition(" ")[2].partition(" ")[0] for line in differences}
    assert len(games) == impact_of(mo).differing


def impact_of(mo: Account) -> Impact:
    impact_row = impact.begin_impact(mo)
    working.work_on_impacts()
    impact_row.refresh_from_db()
    return impact_row


def test_a_pin_that_ended_explains_nothing(mo, newer, tmp_path):
    decided(mo, ReleaseChoice.PIN)
    decided(mo, ReleaseChoice.ADOPT, "no: the box says so")
    copy = write_dump(tmp_path / "dump")
    assert all(line["ended"] for line in copy.lines("pins"))
    _, differences, pinned_games = audited(copy)
    assert (differences, pinned_games) == ([], [])


def test_a_dump_from_before_there_were_pins_is_audited(mo, tmp_path):
    copy = write_dump(tmp_path / "dump")
    (copy.folder / "pins.ndjson.gz").unlink()
    path = copy.folder / "manifest.json"
    manifest = json.loads(path.read_text("utf-8"))
    manifest["files"] = [file for file in manifest["files"] if not file["name"].startswith("pins")]
    path.write_text(json.dumps(manifest), "utf-8")
    assert audited(copy)[1] == []


def test_the_build_is_what_the_site_says():
    assert build() == engine_version().partition("+")[2]


def test_a_closed_account_is_not_named_in_a_reason(mo, newer, tmp_path):
    decided(mo, ReleaseChoice.PIN, "@ana asked for it")
    close_by(mo, Account.objects.get(username="ana"), "asked by letter")
    copy = write_dump(tmp_path / "dump")
    assert {line["reason"] for line in copy.lines("pins")} != {"@ana asked for it"}
    assert "@ana" not in json.dumps(copy.lines("pins"))


# --- lies -----------------------------------------------------------------------


Lie = Callable[[Copy], None]


def of_pins(**other: Any) -> Lie:
    return lambda copy: copy.change("pins", lambda line: line | other)


def another_engine(copy: Copy) -> None:
    """The pin names an engine that has not judged."""
    of_pins(build="0123456789ab")(copy)


def before_the_verdict(copy: Copy) -> None:
    of_pins(since="2020-01-01T00:00:00.000000Z")(copy)


def twice(copy: Copy) -> None:
    copy.write("pins", b"".join(line + b"\n" for line in raw_lines(copy, "pins") for _ in "12"))


def raw_lines(copy: Copy, name: str) -> list[bytes]:
    return gzip.decompress((copy.folder / f"{name}.ndjson.gz").read_bytes()).splitlines()


def ended(copy: Copy) -> None:
    of_pins(ended=True)(copy)


def rejudge_differently(copy: Copy) -> None:
    """The last run says something else than that which the pin keeps."""
    copy.change("verifications", lambda line: line | {"digest": "0" * 64})


def seats_of(change: Callable[[dict[str, Any]], dict[str, Any]]) -> Lie:
    """Every first seat of every game says something else."""

    def lie(copy: Copy) -> None:
        copy.change(
            "games", lambda line: line | {"seats": [change(line["seats"][0]), *line["seats"][1:]]}
        )

    return lie


LIES: dict[str, tuple[Lie, str]] = {
    "another engine": (another_engine, "pinned to engine: written 0.2.0+0123456789ab"),
    "before the verdict": (before_the_verdict, "follows nothing"),
    "twice": (twice, "pin: written two, follows one at most"),
    "ended": (ended, " points of "),
    "another digest": (rejudge_differently, "digest, pinned"),
    "more points": (seats_of(lambda seat: seat | {"points": 99}), "points of black, pinned"),
    "points and their source": (
        seats_of(lambda seat: seat | {"points": 99, "breakdown": {"temple": 99}, "place": 1}),
        ", pinned",
    ),
    "another place": (
        seats_of(lambda seat: seat | {"place": 3 - seat["place"]}),
        "place of black, pinned",
    ),
    "another place for ratings": (
        seats_of(lambda seat: seat | {"rated_place": 3 - seat["rated_place"]}),
        "rated places, pinned",
    ),
    "another player": (seats_of(lambda seat: seat | {"player": 987654}), "player by seat"),
    "another name": (seats_of(lambda seat: seat | {"name": "@cleo"}), "name of black"),
}


@pytest.mark.parametrize("name", LIES)
def test_a_pin_explains_nothing_but_what_an_engine_counts(mo, newer, tmp_path, name):
    decided(mo, ReleaseChoice.PIN)
    copy = write_dump(tmp_path / "dump")
    lie, words = LIES[name]
    lie(copy)
    _, differences, _ = audited(copy)
    assert any(words in difference for difference in differences), differences


def test_a_pin_to_the_engine_at_hand_explains_nothing(mo, tmp_path):
    """It judges for itself, and finds the lie."""
    with another_number():
        decided(mo, ReleaseChoice.PIN)
    copy = write_dump(tmp_path / "dump")
    LIES["points and their source"][0](copy)
    _, differences, pinned_games = audited(copy)
    assert pinned_games == []
    assert any(" points of black: written 99" in difference for difference in differences)


def test_a_pin_of_a_game_that_is_not_there(mo, newer, tmp_path):
    decided(mo, ReleaseChoice.PIN)
    copy = write_dump(tmp_path / "dump")
    of_pins(game="0" * 12)(copy)
    _, differences, pinned_games = audited(copy)
    assert pinned_games == []
    assert any(
        difference.startswith("pins.ndjson.gz:") and "not in games" in difference
        for difference in differences
    )


def test_lines_that_are_none_end_the_audit(mo, newer, tmp_path, capsys):
    decided(mo, ReleaseChoice.PIN)
    copy = write_dump(tmp_path / "dump")
    for wrong in ({"since": 7}, {"build": None}, {"ended": "no"}, {"reason": []}):
        copy.change("pins", lambda line, wrong=wrong: line | wrong)
        assert command.main([str(copy.folder), "--jobs", "1"]) == 2, wrong
        assert "pins.ndjson.gz:1" in capsys.readouterr().err
        repeat_dump(copy)


def repeat_dump(copy: Copy) -> None:
    shutil.rmtree(copy.folder)
    dump(copy.folder)
