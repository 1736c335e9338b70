"""The same game twice, with a slip: to be rated twice, or to keep the true one from counting."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.core.management import call_command
from django.test import Client

from games.accounts.closing import close
from games.duplicates import find
from games.duplicates.decide import choose_right_log, decide_discrepancy
from games.duplicates.find import mark_old
from games.intake.verify import verify_submissions
from games.judging.diff import difference_sentences
from games.limits import DISCREPANCIES_A_DAY, DISCREPANCIES_DISMISSED, DISCREPANCIES_OF_A_GAME
from games.models import Account, Attestation, Discrepancy, Game, LogMark, Notice, Standing, Status
from games.notifications.messages import notice_address, notice_sentence
from games.standing.attest import attest
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tests.cast import account, game_of, log_of_two, slips, standing_of, submit
from web.bulk_insert import insert_missing
from web.errors import Conflict, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def slip(nth: int = 0, black: str = "@ana", white: str = "@ben", seed: int = 1) -> str:
    slip = slips(log_of_two(seed=seed))[nth]
    return slip.replace("black=@ana white=@ben", f"black={black} white={white}")


def counted(ana: Account, ben: Account) -> Game:
    game = game_of(submit(ana, log_of_two()))
    attest(ben, game)
    assert standing_of(game) == Standing.COUNTED
    return game


def rated() -> int:
    fold_pending()
    return RatingChange.objects.filter(pool="overall", retired_by=None).count()


def test_a_game_with_a_slip_is_not_rated_twice(ana: Account, ben: Account) -> None:
    game = counted(ana, ben)
    one = submit(ana, slip()).submissions.get()
    assert (one.status, one.game) == (Status.DUPLICATE, game)
    row = Discrepancy.objects.get()
    assert (row.game, row.number, row.account) == (game, 1, ana)
    (notice,) = Notice.objects.filter(kind="discrepancy")
    assert (notice.account, notice.by) == (ben, ana)
    assert notice_address(notice) == f"/games/{game.pk}/discrepancies/1/"
    assert row.share >= 950
    assert "the first difference is move" in difference_sentences(one.differs)[0]
    assert Game.objects.count() == 1
    for who in (ana, ben):
        choose_right_log(who, row, "both")  # two who agree to have it rated twice
    assert not hasattr(row, "verdict")
    assert (standing_of(game), rated()) == (Standing.COUNTED, 2)
    assert game.verifications.count() == 1  # none of another log


def test_both_in_one_upload_are_a_game_and_a_discrepancy(ana: Account, ben: Account) -> None:
    upload = submit(ana, log_of_two() + slip() + slip(1) + log_of_two(seed=2))
    statuses = list(upload.submissions.order_by("number").values_list("status", flat=True))
    assert statuses == [Status.VERIFIED, Status.DUPLICATE, Status.DUPLICATE, Status.VERIFIED]
    assert Discrepancy.objects.values_list("number", flat=True).count() == 2


def test_an_edited_copy_does_not_keep_a_game_from_counting(ana: Account, ben: Account) -> None:
    thief = account("thief")
    game = game_of(submit(ana, log_of_two()))
    submit(thief, slip(0, "@ana", "@ben"))  # a stranger to both: not even noted
    assert not Discrepancy.objects.exists()
    submit(thief, slip(1, "@thief", "@ben"))
    row = Discrepancy.objects.get()
    attest(ben, game)
    assert (standing_of(game), rated()) == (Standing.COUNTED, 2)
    choose_right_log(thief, row, "second")
    choose_right_log(ben, row, "second")  # ana does not agree
    assert (standing_of(game), game.void_reason) == (Standing.COUNTED, "")
    assert not Attestation.objects.filter(account=thief).exists()
    with pytest.raises(NotAllowed):
        choose_right_log(account("cat"), row, "second")


def test_all_players_agree_on_the_other_log(ana: Account, ben: Account) -> None:
    game = counted(ana, ben)
    one = submit(ben, slip()).submissions.get()
    row = Discrepancy.objects.get()
    choose_right_log(ana, row, "first")
    choose_right_log(ben, row, "second")
    assert not hasattr(row, "verdict")
    choose_right_log(ana, row, "second")
    assert row.verdict.which == "second"
    notices = Notice.objects.filter(kind="discrepancy", by=None)
    assert [one.account for one in notices] == [ben]
    sentence = notice_sentence(notices[0])
    assert sentence.startswith("It has been decided which of two logs is right: @")
    assert all(f"@{account.username} " in sentence for account in (ana, ben))
    with pytest.raises(Conflict):
        choose_right_log(ana, row, "first")
    assert standing_of(game) == Standing.VOID
    verify_submissions([one.pk])  # as the worker does
    one.refresh_from_db()
    assert one.status == Status.VERIFIED
    assert one.game != game
    assert one.game.standing == Standing.COUNTED  # both have said so
    assert f'"/games/{one.game.pk}/"' in Client().get(notice_address(notices[0])).content.decode()
    assert rated() == 2
    again = submit(ana, log_of_two()).submissions.get()  # the old one does not come back
    assert ((again.status, again.game), rated()) == ((Status.DUPLICATE, game), 2)


def test_a_moderator_says_that_they_are_two_games(ana: Account, ben: Account, mo: Account) -> None:
    game = counted(ana, ben)
    one = submit(ana, slip()).submissions.get()
    row = Discrepancy.objects.get()
    decide_discrepancy(mo, row, "both", "They played it from a book.")
    verify_submissions([one.pk])
    one.refresh_from_db()
    assert one.game != game
    attest(ben, one.game)
    assert rated() == 4
    third = submit(ana, slip(1)).submissions.get()  # nearly both of them
    assert third.status == Status.DUPLICATE


def test_no_moderator_decides_about_a_log_of_their_own(ana: Account, ben: Account) -> None:
    mo = account("mo", moderator=True)
    counted(ana, ben)
    submit(ana, slip(0, "@ana", "@mo"))
    row = Discrepancy.objects.get()
    with pytest.raises(NotAllowed):
        decide_discrepancy(mo, row, "second", "I won.")
    with pytest.raises(NotAllowed):
        decide_discrepancy(ana, row, "second", "I am none.")


def test_slips_are_bounded(ana: Account, ben: Account, mo: Account) -> None:
    counted(ana, ben)
    for nth in range(DISCREPANCIES_A_DAY + 1):
        submit(ana, slip(nth))
    assert Discrepancy.objects.count() == DISCREPANCIES_A_DAY
    for row in Discrepancy.objects.all()[:DISCREPANCIES_DISMISSED]:
        decide_discrepancy(mo, row, "first", "No.")
    submit(ana, slip(DISCREPANCIES_A_DAY + 1))
    assert (Discrepancy.objects.count(), Game.objects.count()) == (DISCREPANCIES_A_DAY, 1)


def test_copies_by_strangers_neither_stop_a_game_nor_keep_its_players_out(
    ana: Account, ben: Account
) -> None:
    game = counted(ana, ben)
    before = set(RatingChange.objects.values_list("pk", flat=True)) if rated() else set()
    thieves = [account(f"thief{n}") for n in range(DISCREPANCIES_OF_A_GAME + 1)]
    for nth, thief in enumerate(thieves):
        submit(thief, slip(nth % 9, f"@{thief.username}", "@ben" if nth % 2 else "@ana"))
    assert Discrepancy.objects.count() == DISCREPANCIES_OF_A_GAME
    for row in Discrepancy.objects.all():
        choose_right_log(row.account, row, "second")
    assert (standing_of(game), rated()) == (Standing.COUNTED, 2)
    assert set(RatingChange.objects.values_list("pk", flat=True)) == before
    (differ,) = submit(ben, slip(0)).submissions.get().differs  # the log of the first thief
    assert differ["state"] == "opened"
    discrepancy = Discrepancy.objects.get(account=ben)
    choose_right_log(ana, discrepancy, "second")
    choose_right_log(ben, discrepancy, "second")  # no thief is asked
    assert discrepancy.verdict.which == "second"
    (differ,) = submit(thieves[-1], slip(0, "@ana", f"@{thieves[-1]}")).submissions.get().differs
    assert (differ["state"], differ["here"]) == ("before", discrepancy.number)


def test_old_games_get_their_marks_and_are_found(ana: Account, ben: Account) -> None:
    game = counted(ana, ben)
    marks = set(LogMark.objects.values_list("value", "game_id"))
    assert len(marks) == 8
    LogMark.objects.all().delete()
    Game.objects.update(marked=False)
    assert [mark_old(), mark_old()] == [1, 0]
    assert set(LogMark.objects.values_list("value", "game_id")) == marks
    assert submit(ana, slip()).submissions.get().game == game


def test_old_games_are_marked_in_pieces_and_go_on_where_they_stopped(
    ana: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    account("ben")
    submit(ana, log_of_two() + log_of_two(seed=2))
    marks = set(LogMark.objects.values_list("value", "game_id"))
    LogMark.objects.all().delete()
    Game.objects.update(marked=False)
    assert (mark_old(1), unmarked(), LogMark.objects.count()) == (1, 1, 8)
    with monkeypatch.context() as broken:
        broken.setattr(find, "insert_missing", ends)
        with pytest.raises(KeyboardInterrupt):
            mark_old(1)
    assert (unmarked(), LogMark.objects.count()) == (1, 8)  # no half of a piece
    call_command("mark_games", verbosity=0)
    assert (unmarked(), set(LogMark.objects.values_list("value", "game_id"))) == (0, marks)


def unmarked() -> int:
    return Game.objects.filter(marked=False).count()


def ends(rows: Sequence[LogMark]) -> None:
    """The operator ends it when some are written."""
    insert_missing(rows)
    raise KeyboardInterrupt


def test_nobody_speaks_for_who_is_gone(ana: Account, ben: Account, mo: Account) -> None:
    """Who closed their account, or was suspended, agrees to nothing; guests neither."""
    game = counted(ana, ben)
    submit(ana, slip())
    submit(ana, slip(1, "@ana", "Ben"))
    row, with_a_guest = Discrepancy.objects.order_by("number")
    for who in (ana, ben):
        choose_right_log(who, with_a_guest, "second")
    assert not hasattr(with_a_guest, "verdict")
    choose_right_log(ben, row, "first")
    Account.objects.filter(pk=ben.pk).update(is_active=False)
    choose_right_log(ana, row, "second")
    close(ben)
    choose_right_log(ana, row, "second")
    assert not hasattr(row, "verdict")
    assert standing_of(game) == Standing.COUNTED


def test_a_game_that_was_played_here_gives_way_to_no_upload(ana: Account, ben: Account) -> None:
    game = counted(ana, ben)
    Game.objects.update(played_here=True)
    submit(ana, slip())
    row = Discrepancy.objects.get()
    for who in (ana, ben):
        choose_right_log(who, row, "second")
    assert not hasattr(row, "verdict")
    assert (standing_of(game), game.void_reason) == (Standing.COUNTED, "")
