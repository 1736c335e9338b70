"""The dump is for everybody: what is private is in none of its bytes, and the audit names
what an operator changes in it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from django.apps import apps
from django.db import connection, models, transaction
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.releases.models import Decision, Impact, Pin, Release
from audit.__main__ import main
from engine.build import engine_version
from games.accounts.tokens import make_token
from games.intake.verify import verify_submissions
from games.models import Account, Game, Submission, Verification
from games.models.append_only import append_only_models, locks
from games.replays.services import notes
from games.written_once import lifted
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tables import chat
from tables.models import Deal, Table
from tests.cast import broken_log, submit
from tests.worlds.dumped_league import small_league
from tests.worlds.modules import module_world
from tests.worlds.tables import act_once, dealt, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

TEXTS: Final = (models.CharField, models.TextField, models.BinaryField, models.JSONField)

PUBLIC: Final[dict[str, set[str]]] = {
    "games.game": {
        *("id", "fingerprint", "digest", "log", "edition", "modules", "chance", "profile"),
    },
    "games.seat": {"name", "breakdown"},
    "games.player": {"name", "salt"},
    "games.account": {"computer", "guest"},
    "games.verification": {"engine", "edition", "fingerprint", "digest"},
    "games.attestation": {"fingerprint"},
    "games.edition": {"name", "toml", "sha256", "base", "reason"},
    "games.standingdecision": {"before", "after", "subject", "reason"},
    "games.gamefacts": {"values"},
    "games.seatfacts": {"values"},
    "ratings.entry": {"ref", "seats"},
    "ratings.closing": {"digest"},
    "ratings.ratingchange": {"pairs"},
    "ratings.reason": {"ref"},
    "releases.release": {"build"},
    "releases.decision": {"reason"},
    "releases.pin": {"engine"},
    "tables.table": {"id", "commitment", "sites", "modules", "profile", "edition"},
    "tables.place": {"promise"},
    "tables.deal": {"table", "shares"},
    "transparency.log": {"note", "edge", "games"},
}
"""Columns of text that a dump may show, by model; what is not here is private."""


def make_busy() -> dict[str, Account]:
    """A league whose people wrote everything that can be written."""
    people = small_league(2)
    ana, ben = people["ana"], people["ben"]
    submit(ana, broken_log(seed=9)[0], "of-ana.imh")
    notes.write_note(ana, Game.objects.all()[0], 1, "idea", "a note", public=False)
    make_token(ana, "laptop of ana", ["read"])
    begun = dealt([ana, ben], shares=True)
    act_once(begun.pk)
    chat.post_chat_line(begun.pk, ana, "a line")
    play_out(dealt([ana, ben], shares=True).pk)
    verify_submissions([submission.pk for submission in Submission.objects.filter(status="queued")])
    pinned(people["mo"])
    return people


stored_world, busy = module_world(make_busy, "busy")


def pinned(by: Account) -> Pin:
    """A game that keeps the verdict of the engine at hand."""
    release = Release.objects.create(build="0.1.0+0123456789ab", sources={"a": "b"}, numbers={})
    impact = Impact.objects.create(release=release, by=by, state="done", expected=1, chosen=["a"])
    decision = Decision.objects.create(
        impact=impact, what="pin", by=by, reason="as it was", done_at=timezone.now()
    )
    game = Game.objects.order_by("pk")[0]
    return Pin.objects.create(game=game, engine=engine_version(), decision=decision)


def every_byte(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            raw = path.read_bytes()
            yield path.name, gzip.decompress(raw) if path.suffix == ".gz" else raw


def test_private_words_are_nowhere_in_it(busy: dict[str, Account], tmp_path: Path) -> None:
    planted = plant()
    assert len(planted) > 100
    fold_pending()
    dump(tmp_path / "dump")
    for name, raw in every_byte(tmp_path / "dump"):
        for word, place in planted.items():
            assert word.encode() not in raw, f"{place} is in {name}"


def plant() -> dict[str, str]:
    """A word of its own into every column of private text in every row: by word, where it is."""
    planted: dict[str, str] = {}
    with lifted(connection, locks(append_only_models())):
        for model in apps.get_models():
            public = PUBLIC.get(model._meta.label_lower, set())
            for field in model._meta.concrete_fields:
                private = field.name not in public and not field.primary_key
                if isinstance(field, TEXTS) and private and not field.choices:
                    planted |= _plant(model, field)
    return planted


def _plant(model: type[models.Model], field: models.Field[Any, Any]) -> dict[str, str]:
    planted = {}
    table, column = model._meta.db_table, field.column
    keys = [part.column for part in model._meta.pk_fields]
    columns = ", ".join(f'"{key}"' for key in keys)
    is_row = " AND ".join(f'"{key}" = %s' for key in keys)
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT {columns} FROM "{table}"')
        for row in cursor.fetchall():
            number = len(_plant.numbers)  # type: ignore[attr-defined]
            _plant.numbers.append(number)  # type: ignore[attr-defined]
            word = f"zq{number:05}"
            if getattr(field, "max_length", None) and field.max_length < len(word):
                continue
            value: object = word
            if isinstance(field, models.JSONField):
                value = json.dumps([word])
            elif isinstance(field, models.BinaryField):
                value = word.encode()
            cast = "::jsonb" if connection.vendor == "postgresql" and value != word else ""
            cast = "" if isinstance(value, bytes) else cast
            cursor.execute(
                f'UPDATE "{table}" SET "{column}" = %s{cast} WHERE {is_row}', [value, *row]
            )
            planted[word] = f"{table}.{column}"
    return planted


_plant.numbers = []  # type: ignore[attr-defined]


def test_no_address_secret_or_refused_log_is_in_it(
    busy: dict[str, Account], tmp_path: Path
) -> None:
    running = Table.objects.get(phase="playing")
    Deal.objects.filter(pk=running.pk).update(secret=bytes(range(32)))
    dump(tmp_path / "dump")
    deal = Deal.objects.get(pk=running.pk)
    ana = Account.objects.get(username="ana")
    words = [
        *(b"@example.org", b"a note", b"a line", b"of-ana.imh", b"sail 9 temple"),
        b"Ben says that this is secret",
        *(bytes(deal.secret).hex().encode(), ana.password.encode()),
        *(share.encode() for share in deal.shares.values()),
    ]
    for name, raw in every_byte(tmp_path / "dump"):
        assert not [word for word in words if word in raw], name
        public_reason = b"It was never played" in raw
        assert public_reason == (name == "decisions.ndjson.gz"), name


# --- an operator who rewrites the record ---------------------------------------


def audited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    dump(tmp_path / "dump")
    assert main([str(tmp_path / "dump"), "--jobs", "1"]) == 1
    return capsys.readouterr().out


def sql(statement: str, *values: object) -> None:
    """By the hand of an operator, who switches off whatever is in the way."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL session_replication_role = replica")
            cursor.execute(statement, values)
            cursor.execute("SET LOCAL session_replication_role = DEFAULT")
        return
    with lifted(connection, locks(append_only_models())), connection.cursor() as cursor:
        cursor.execute(statement, values)


def test_an_untouched_record_is_right(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dump(tmp_path / "dump")
    assert main([str(tmp_path / "dump"), "--jobs", "1"]) == 0
    assert "1 deals dealt again" in capsys.readouterr().out


def test_an_old_rating_is_changed(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change = RatingChange.objects.filter(retired_by=None).order_by("pk")[0]
    sql('UPDATE ratings_ratingchange SET "after" = "after" + 7 WHERE id = %s', change.pk)
    said = audited(tmp_path, capsys)
    assert f"{change.game_id} {change.pool} player {change.player_id}: written" in said


def test_a_verdict_is_changed(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = Verification.objects.filter(verdict="verified").order_by("pk")[0]
    sql("UPDATE games_verification SET verdict = 'refused' WHERE id = %s", run.pk)
    assert f"{run.game_id} verdict: written refused, follows verified" in audited(tmp_path, capsys)


def test_a_game_is_removed(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all that refers to it: the ratings of those who come after it do not follow."""
    game = Game.objects.filter(standing="counted").order_by("played_on")[0]
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is Game:
                table, column = model._meta.db_table, field.column
                sql(f'DELETE FROM "{table}" WHERE "{column}" = %s', game.pk)
    sql("DELETE FROM games_game WHERE id = %s", game.pk)
    said = audited(tmp_path, capsys)
    transaction.set_rollback(True)  # before anything is checked that refers to it
    assert "ledger.ndjson.gz:" in said
    assert "ratings.ndjson.gz:" in said


def test_only_the_row_of_a_game_is_removed(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.objects.filter(standing="counted").order_by("played_on")[0]
    sql("DELETE FROM games_game WHERE id = %s", game.pk)
    said = audited(tmp_path, capsys)
    transaction.set_rollback(True)
    assert f"{game.pk}: written a game, follows not in games" in said


def test_a_seat_is_given_another_player(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.objects.filter(standing="counted").order_by("played_on")[0]
    cat = busy["cat"].player
    sql("UPDATE games_seat SET player_id = %s WHERE game_id = %s AND number = 0", cat.pk, game.pk)
    assert f"{game.pk} overall player" in audited(tmp_path, capsys)


def test_points_are_changed(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game.objects.filter(standing="counted").order_by("played_on")[0]
    sql("UPDATE games_seat SET points = 99 WHERE game_id = %s AND number = 0", game.pk)
    assert f"{game.pk} points of black: written 99" in audited(tmp_path, capsys)


def test_a_deal_is_changed(
    busy: dict[str, Account], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = Table.objects.get(phase="finished")
    sql("UPDATE tables_table SET commitment = %s WHERE id = %s", "0" * 64, table.pk)
    assert "commitment: written committed sha256:0000" in audited(tmp_path, capsys)
