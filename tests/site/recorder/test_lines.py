"""The public record as lines: the same bytes for the same record, and nothing that is private."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import lines
from games.models import Account, Game, Standing, Verification
from games.standing import attest
from games.standing.resolve_players import ensure_player
from tests.cast import account, broken_log, finished_log, game_of, submit
from web.public_id import game_id

ONE_DAY = timezone(timedelta(hours=5))


def standing_of(game: Game) -> lines.Line:
    (line,) = lines.standing_lines([game.pk])
    return line


def test_canonical_json() -> None:
    line: lines.Line = {"b": [1, None], "a": {"é": True, "A": "x y"}}
    assert lines.canonical_json_line(line) == '{"a":{"A":"x y","é":true},"b":[1,null]}'.encode()
    assert lines.line_digest({"b": 1, "a": 2}) == lines.line_digest({"a": 2, "b": 1})


def test_moments_are_in_utc_and_always_as_long() -> None:
    at = datetime(2026, 11, 23, 4, 20, tzinfo=ONE_DAY)
    assert lines.timestamp_text(at) == "2026-11-22T23:20:00.000000Z"
    assert (
        lines.timestamp_text(datetime(2026, 1, 2, 3, 4, 5, 60, UTC))
        == "2026-01-02T03:04:05.000060Z"
    )


def test_a_game(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    (line,) = lines.game_lines([game])
    assert line["id"] == game_id(str(line["fingerprint"]))
    assert line["log"] == game.log
    assert line["standing"] == "waiting"
    assert line["played_on"] == "2026-01-02"
    seats = line["seats"]
    assert isinstance(seats, list)
    assert [seat["player"] for seat in seats] == [ensure_player(ana).pk, ensure_player(ben).pk]
    assert [seat["name"] for seat in seats] == ["@ana", "@ben"]
    assert [sum(seat["breakdown"].values()) for seat in seats] == [one["points"] for one in seats]
    assert json.loads(lines.canonical_json_line(line)) == line


def test_a_verification(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    run = Verification.objects.get()
    (line,) = lines.verification_lines([run.pk])
    assert line["game"] == game.pk
    assert line["digest"] == game.digest
    assert line["verdict"] == "verified"
    assert line["refusal"] is None
    assert f"{line['engine']}+{line['build']}" == run.engine


def test_a_refused_log_is_not_told(ana: Account, ben: Account) -> None:
    text, number = broken_log()
    submit(ana, text)
    run = Verification.objects.get()
    (line,) = lines.verification_lines([run.pk])
    assert line["verdict"] == "refused"
    assert line["game"] is None
    refusal = line["refusal"]
    assert isinstance(refusal, dict)
    assert set(refusal) <= {"kind", "rule", "place", "line", "ply"}
    assert refusal["line"] == number
    assert b"sail 9" not in lines.canonical_json_line(line)


def test_a_standing_with_its_facts(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log()))
    before = standing_of(game)
    assert before["standing"] == Standing.WAITING
    assert [confirmation["player"] for confirmation in _list(before["confirmed"])] == [
        ensure_player(ana).pk
    ]
    attest.attest(ben, game)
    after = standing_of(game)
    assert after["standing"] == Standing.COUNTED
    assert {confirmation["player"] for confirmation in _list(after["confirmed"])} == {
        ensure_player(ana).pk,
        ensure_player(ben).pk,
    }
    assert lines.line_digest(before) != lines.line_digest(after)
    assert after == standing_of(game)


def test_a_dispute_and_who_vouches(ana: Account, ben: Account) -> None:
    judge = account("judge", arbiter=True)
    game = game_of(submit(judge, finished_log()))
    line = standing_of(game)
    assert line["standing"] == Standing.COUNTED
    assert line["arbiter"] == {"seat": None, "may_sit": False}
    attest.dispute(ben, game, "a secret of ours")
    game.refresh_from_db()
    line = standing_of(game)
    assert line["standing"] == Standing.DISPUTED
    assert line["disputed_by"] == [{"player": ensure_player(ben).pk, "effect": "suspends"}]
    assert b"secret" not in lines.canonical_json_line(line)


@pytest.mark.parametrize("many", [1, 5])
def test_the_statements_do_not_grow(ana: Account, ben: Account, many: int) -> None:
    ids = [game_of(submit(ana, finished_log(seed=seed))).pk for seed in range(1, many + 1)]
    with CaptureQueriesContext(connection) as queries:
        assert [line["game"] for line in lines.standing_lines(ids)] == sorted(ids)
    assert len(queries) <= 11  # one for words of arbiters of clubs


def test_a_guest_and_an_account(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, finished_log("black=@ana white=Zoe")))
    player, guest = [seat.player for seat in game.seats.order_by("number")]
    assert player is not None
    assert guest is not None
    first, second = lines.player_lines([player.pk, guest.pk])
    assert (first["handle"], first["name"]) == ("ana", "@ana")
    assert (second["handle"], second["name"], second["merged_into"]) == (None, "Zoe", None)


def _list(value: object) -> list[lines.Line]:
    assert isinstance(value, list)
    return value
