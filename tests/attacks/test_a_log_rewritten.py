"""The log of a game is changed in the database: its leaf in the transparency log is of the old
one."""

from __future__ import annotations

from pathlib import Path

import pytest

from archive.dumps.services.publish import dump
from archive.log.leaf_lines import settings_line
from archive.log.models import Leaf, Waiting
from archive.log.services.append import append
from audit.history import LogHistory
from audit.log_digest import log_digest, log_without_names
from audit.signed import VerifierKey
from engine.log import read_log
from games.accounts.closing import close
from games.intake.verify import verify_submissions
from games.log_outbox import LOG, queue_leaves
from games.models import Account, Game, Submission
from games.standing.correct_seats import reseat_by_moderator
from tests.cast import account, finished_log, game_of, submit
from tests.site.log.conftest import signer
from tests.worlds.tables import dealt, people, play_out

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def played(signer: VerifierKey) -> Game:
    """A game that was played here, dealt from a secret and two shares, in the log."""
    verify_submissions([later_verdict().pk])
    append()
    return Game.objects.get()


def later_verdict() -> Submission:
    """The log of a game that has just ended at a table; no worker has judged it."""
    table = play_out(dealt(people("ana", "ben"), shares=True).pk)
    return Submission.objects.get(upload=table.upload)


def differences(folder: Path) -> list[str]:
    dump(folder)
    return list(LogHistory(folder).differences())


def as_if_dealt(text: str) -> str:
    """The log without the proof of its deal."""
    hidden = ("dealing: ", "promises: ", "secret: ", "entropy: ")
    lines = [line for line in text.split("\n") if not line.startswith(hidden)]
    changed = ["chance: dealt" if line.startswith("chance: ") else line for line in lines]
    return "\n".join(changed)


def store(game: Game, text: str) -> None:
    chance = read_log(text).header.chance
    Game.objects.filter(pk=game.pk).update(log=text, chance=chance)


def test_the_proof_of_a_deal_is_taken_away(played: Game, tmp_path: Path) -> None:
    store(played, as_if_dealt(played.log))
    (sentence,) = differences(tmp_path / "dump")
    assert f"log {played.pk}: not what leaf" in sentence
    assert "rewritten" in sentence


def test_the_proof_is_taken_away_and_a_later_leaf_says_so(played: Game, tmp_path: Path) -> None:
    store(played, as_if_dealt(played.log))
    queue_leaves(LOG, [played.pk])
    append()
    (sentence,) = differences(tmp_path / "dump")
    assert f"log {played.pk}: leaf" in sentence
    assert "says otherwise than leaf" in sentence


def test_the_proof_is_taken_away_and_waits_for_a_leaf(played: Game, tmp_path: Path) -> None:
    """The dump appends the leaf first, and both say what was done."""
    store(played, as_if_dealt(played.log))
    queue_leaves(LOG, [played.pk])
    (sentence,) = differences(tmp_path / "dump")
    assert sentence.startswith(f"log {played.pk}: leaf ")
    assert "says otherwise than leaf" in sentence


def test_the_leaf_of_a_log_is_left_out(played: Game, tmp_path: Path) -> None:
    """Of one game only: the others have theirs."""
    submit(account("cat"), finished_log("black=@cat white=Zoe"))
    Waiting.objects.filter(kind=LOG).delete()
    append()
    (sentence,) = differences(tmp_path / "dump")
    assert sentence.endswith("no leaf of the log has it")


def test_an_account_is_closed_and_seats_are_corrected(signer: VerifierKey, tmp_path: Path) -> None:
    """Names change in the log, and its leaf stays."""
    ana, mo = account("ana"), account("mo", moderator=True)
    game = game_of(submit(ana, finished_log("black=@ana white=Zoe")))
    append()
    before = Game.objects.get().log
    reseat_by_moderator(mo, game, ["@ana", "Cleo"], "It was Cleo.", [None, 7])
    close(ana)
    append()
    after = Game.objects.get().log
    assert before != after
    assert "replaced: white=7" in after
    assert log_digest(before) == log_digest(after)
    assert Leaf.objects.filter(kind=LOG).count() == 1
    assert differences(tmp_path / "dump") == []


def test_an_upload_gives_way_to_the_log_of_its_table(signer: VerifierKey, tmp_path: Path) -> None:
    """A player uploads the finished game, without its proof, before the site's own log is judged:
    the later leaf proves the deal, and is no lie."""
    submission = later_verdict()
    submit(Account.objects.get(username="ana"), as_if_dealt(submission.text.decode()))
    append()
    assert Game.objects.get().chance == "dealt"
    verify_submissions([submission.pk])
    append()
    assert Game.objects.get().chance.startswith("committed")
    assert Leaf.objects.filter(kind=LOG).count() == 2
    assert differences(tmp_path / "dump") == []


@pytest.mark.parametrize("text", ["", "no log", "imhotep 1\nseats: =x\n\nblack sail 1 temple\n"])
def test_a_text_that_is_no_log_has_a_digest(text: str) -> None:
    assert log_without_names(text) == text
    assert len(log_digest(text)) == 64


@pytest.fixture
def older(signer: VerifierKey, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose log has no leaf of any log; its settings name no engine."""
    older = {name: value for name, value in settings_line().items() if name != "engine"}
    for module in ("archive.log.leaf_lines", "archive.dumps.services.writing"):
        monkeypatch.setattr(f"{module}.settings_line", lambda: older)
    append()
    submit(account("ana"), finished_log("black=@ana white=Zoe"))
    Waiting.objects.filter(kind=LOG).delete()
    append()
    assert not Leaf.objects.filter(kind=LOG).exists()
    return Game.objects.get()


def test_a_log_of_before_has_no_such_leaves(older: Game, tmp_path: Path) -> None:
    """A dump whose log has no leaf of any log stays auditable."""
    assert differences(tmp_path / "dump") == []


def test_a_standing_is_rewritten_in_a_log_of_before(older: Game, tmp_path: Path) -> None:
    """What has leaves is compared all the same."""
    Game.objects.filter(pk=older.pk).update(standing="void", void_reason="x")
    (sentence,) = differences(tmp_path / "dump")
    assert f"standing {older.pk}: not what leaf" in sentence
