"""rebuild_ratings, check_ledger, and the ledger worked out from the export."""

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.models import Game, Player, Standing
from ratings import recompute
from ratings.models import Rating, RatingChange
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, submit
from tests.tampering import tampering
from tests.worlds.league import LedgerRow, ledger, played, players, present, stand

ROOT = Path(__file__).resolve().parents[2]


def said(command: str, **options: object) -> str:
    out = io.StringIO()
    call_command(command, stdout=out, stderr=out, **options)
    return out.getvalue()


@pytest.fixture
def _league(db: None) -> None:
    ana, ben, cleo, dan = players("ana", "ben", "cleo", "dan")
    for day in range(12):
        played(ana, ben, day=day)
    played(ana, ben, cleo, places=[1, 1, 3], day=3)
    played(dan, cleo, ben, ana, day=2)
    stand(played(cleo, dan, day=1), Standing.VOID)
    played(cleo, None, day=1)
    fold_pending()


@pytest.mark.usefixtures("_league")
def test_a_right_ledger_says_that_nothing_differs():
    right = "15 games, 13 present ratings.\nNo differences.\n"
    assert said("rebuild_ratings", dry_run=True) == right
    assert said("rebuild_ratings") == right
    assert said("check_ledger") == "Every change begins where the last one ended.\n"


@pytest.mark.usefixtures("_league")
def test_what_differs_is_reported_and_mended():
    right = ledger(), present()
    last = RatingChange.objects.filter(retired_by=None, pool="4").latest("pk")
    with tampering(RatingChange) as rows:
        rows.filter(pk=last.pk).update(after=last.after + 7)
    Rating.objects.filter(player__name="ana", pool="overall").update(rating=1_700_000)
    Rating.objects.filter(player__name="dan", pool="4").delete()
    with pytest.raises(CommandError, match="is inconsistent"):
        said("check_ledger")
    tried = said("rebuild_ratings", dry_run=True)
    assert "1 changes would be retired, 1 added" in tried
    assert "Players whose rating differed: 2." in tried
    assert "@dan, 4: not rated → 1520.001" in tried
    assert "@ana, overall: 1700.000 → " in tried
    assert (ledger(), present()) != right
    assert said("rebuild_ratings") == tried.replace("would be", "were")
    assert (ledger(), present()) == right
    assert said("check_ledger") == "Every change begins where the last one ended.\n"


@pytest.mark.django_db
def test_an_empty_site_has_a_right_ledger():
    assert said("rebuild_ratings") == "0 games, 0 present ratings.\nNo differences.\n"
    assert said("check_ledger")


@pytest.mark.usefixtures("_league")
def test_every_broken_link_is_reported():
    row = RatingChange.objects.filter(retired_by=None, pool="2", player__name="ana").earliest("pk")
    with tampering(RatingChange) as rows:
        rows.filter(pk=row.pk).update(before=row.before - 1)
    Rating.objects.filter(player__name="dan", pool="4").delete()
    Rating.objects.filter(player__name="ben", pool="2").update(games=99)
    out = io.StringIO()
    with pytest.raises(CommandError):
        call_command("check_ledger", stderr=out)
    ana, ben, dan = (Player.objects.get(name=name).pk for name in ("ana", "ben", "dan"))
    link = f"player {ana}, pool 2, game {row.game_id}"
    assert out.getvalue().splitlines() == [
        f"{link}: begins at {row.before - 1} after 0, not 1500000 after 0",
        f"{link}: its terms do not add up to {row.after - row.before + 1}",
        f"player {ben}, pool 2: the present rating is not the end of the chain",
        f"player {dan}, pool 4: there are changes, but no present rating",
    ]


def from_export(lines: str) -> set[tuple[object, ...]]:
    entries = recompute.recompute_ledger(json.loads(line) for line in lines.splitlines())
    return {as_in_ledger(entry) for entry in entries}


def as_in_ledger(entry: recompute.LedgerChange) -> LedgerRow:
    pairs = json.dumps(entry.pairs, sort_keys=True)
    return (*entry[:6], pairs, entry.nth, entry.kind, *entry[11:])  # type: ignore[return-value]


def as_export() -> str:
    return "\n".join(
        json.dumps(
            {
                "id": game.pk,
                "played_on": game.played_on.isoformat(),
                "accepted_at": game.accepted_at.isoformat(),
                "standing": game.standing,
                "seats": [
                    {"player": seat.player_id, "place": seat.place} for seat in game.seats.all()
                ],
            }
        )
        for game in Game.objects.order_by("?")
    )


@pytest.mark.usefixtures("_league")
def test_anyone_can_work_out_the_ledger():
    assert from_export(as_export()) == ledger()


@pytest.mark.django_db
def test_from_the_export_of_the_site(client):
    club = account("club", arbiter=True)
    account("ana")
    account("ben")
    for seed in (1, 2, 3):
        submit(club, finished_log(seed=seed, played=f"2026-01-0{4 - seed}"))
    submit(club, finished_log("black=@ana white=@ben brown=Cleo", seed=9))
    fold_pending()
    answer = client.get("/api/v1/games.ndjson")
    lines = b"".join(answer.streaming_content).decode()
    assert len(lines.splitlines()) == 4
    assert from_export(lines) == ledger() != set()


@pytest.mark.usefixtures("_league")
def test_as_a_program_of_its_own():
    """It needs neither Django nor a database."""
    done = subprocess.run(
        [sys.executable, "-S", "-m", "ratings.recompute", "-"],
        cwd=ROOT,
        env={},
        input=as_export(),
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    rows = [recompute.LedgerChange(**json.loads(line)) for line in done.stdout.splitlines()]
    assert {as_in_ledger(row) for row in rows} == ledger()


def test_games_without_a_time_zone_are_in_utc():
    seats = [{"player": "ana", "place": 1}, {"player": "ben", "place": 2}]
    early, late = (
        {"id": name, "played_on": "2026-01-01", "accepted_at": when, "seats": seats}
        for name, when in [("b", "2026-01-02T10:00:00"), ("a", "2026-01-02T10:00:01+00:00")]
    )
    assert [entry.game for entry in recompute.recompute_ledger([late, early])][::4] == ["b", "a"]


def test_a_game_that_lacks_a_field_is_reported():
    with pytest.raises(KeyError):
        list(recompute.recompute_ledger([{"id": "a"}]))


def test_the_command_prints_the_ledger(tmp_path):
    file = tmp_path / "games.ndjson"
    file.write_text(
        '{"id": "a", "played_on": "2026-01-01", "accepted_at": "2026-01-01T20:00:00Z",'
        ' "seats": [{"player": 1, "place": 1}, {"player": 2, "place": 2}]}\n\n'
    )
    out = io.StringIO()
    assert recompute.main([str(file)], out) == 0
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(row["pool"], row["player"], row["after"]) for row in rows] == [
        ("overall", 1, 1520000),
        ("overall", 2, 1480000),
        ("2", 1, 1520000),
        ("2", 2, 1480000),
    ]
