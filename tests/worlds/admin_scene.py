"""A site on which every page of moderators has something to show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from django.contrib import admin
from django.contrib.admin import ModelAdmin
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from archive.releases.services import impact
from events.announcing import announce
from events.clubs.founding import create_club
from events.entrants.entering import enter_people
from events.moderation import report_name
from events.organising.making import make_event
from events.results.rulings import rule_result
from events.results.slips import Slip
from events.round_tables.tables import seat_by_hand
from games.accounts.tokens import make_token
from games.models import Account, Dispute, Game, Merge, Pattern, SignUpInvitation, Upload
from games.moderation import actions, reporting
from games.ports import Cause
from games.replays.services import notes
from games.standing import attest
from games.standing.players import claim
from games.standing.resolve_players import resolve_players
from insights.puzzles.admin import withdraw_puzzle
from insights.reviews.services.asking import request_review
from ratings.closing import closing_digest
from ratings.models import Closing, Entry, EntryKind, Fold
from ratings.services.fold import fold_pending
from tables import chat
from tables.lobby.opening import open_table
from tables.people.profiles import change_profile
from tables.terms import Terms
from tests.cast import account, broken_log, finished_log, game_of, slips, submit
from tests.worlds.evenings import terms
from tests.worlds.puzzles import puzzle_of
from tests.worlds.seasons import season_of


@dataclass
class Scene:
    ana: Account
    ben: Account
    judge: Account
    game: Game
    refused: Upload
    dispute: Dispute
    claim: Merge


def scene() -> Scene:
    """Two games of Ana's, one of them rated, the other disputed; a refused log; a claim; a table,
    at which something was said that Ben has reported."""
    ana, ben = account("ana"), account("ben")
    judge = account("judge", moderator=True)
    game = game_of(submit(ana, finished_log()))
    attest.attest(ben, game)
    second = game_of(submit(ana, finished_log(seed=2)))
    dispute = attest.dispute(ben, second, "I was not there")
    refused = submit(ana, broken_log()[0], "bad.imh")
    (ida,) = resolve_players(ana, ["Ida"])
    assert ida is not None
    player_claim = claim(account("ida"), ida, "that was me")
    submit(account("ivo"), finished_log("black=@ana white=@ivo", seed=2))  # contests the seats
    notes.write_note(ben, game, 3, "idea", "sail at once", True)
    make_token(ana, "laptop", ["read"])
    SignUpInvitation.objects.create(made_by=judge, digest="0" * 64, expires_at=timezone.now())
    submit(ben, slips(finished_log())[0])  # nearly the first game
    reporting.report_game(account("ute"), game, "They never met.")
    Pattern.objects.create(kind="mirror", key="two", games=[game.pk], facts={"percent": 97})
    table = open_table(ana, Terms(computers=("random",)))
    change_profile(ana, "ship", "red", "I play in the evening")
    chat.report_chat_line(chat.post_chat_line(table.pk, ana, "good luck"), ben)
    report_name(ben, create_club(ana, "Thursday Club", "On Thursdays."), "It is empty.")
    evening_of(ana, ben)
    request_review(ben, game)
    impact.begin_impact(judge)
    withdraw_puzzle(judge, puzzle_of(game), "Too easy.")
    fold_pending()
    close_books_of_old(game)
    actions.verify_again(judge, [game], "to see it run")
    return Scene(ana, ben, judge, game, refused, dispute, player_claim)


def evening_of(arbiter: Account, reader: Account) -> None:
    """An evening with a result, a ruling, an announcement, and reports of its name and a guest."""
    event = make_event(arbiter, terms())
    enter_people(event.pk, arbiter, ["Zoe", "Mia"])
    table = seat_by_hand(event.pk, arbiter, [1, 2])
    rule_result(event.pk, table.pk, arbiter, Slip((40, 30)), "nobody wrote it down")
    report_name(reader, announce(event.pk, arbiter, "Tea at eight."), "There is none.")
    report_name(reader, event.entrants.get(number=1), "Her name is not Zoe.")
    report_name(reader, event, "It is a Friday.")
    report_name(reader, season_of(arbiter), "It is summer.")


def close_books_of_old(game: Game) -> None:
    """The books of last century are closed; an entry of the game, which is retired again."""
    Closing.objects.create(through=date(1999, 12, 31), changes=0, digest=closing_digest("", []))
    run, seats = Fold.objects.latest("pk"), game.seats.order_by("number")
    Entry.objects.create(
        game=game,
        nth=1,
        kind=EntryKind.REVERSAL,
        day=timezone.now().date(),
        at=timezone.now(),
        cause=Cause.VOID,
        reverses=0,
        seats=[[seat.player_id, seat.place] for seat in seats],
        added_by=run,
        retired_by=run,
    )


def registered() -> Iterator[tuple[type[Model], ModelAdmin[Model]]]:
    """Every model with pages for moderators."""
    yield from admin.site._registry.items()


def list_of(model: type[Model]) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")


def page_of(row: Model) -> str:
    name = f"admin:{row._meta.app_label}_{row._meta.model_name}_change"
    return reverse(name, args=[row.pk])


def every_page() -> list[str]:
    """Lists, one row of each, and the pages beside them; needs a ``scene``."""
    pages = [
        reverse("admin:index"),
        reverse("admin:games_queue"),
        reverse("admin:games_invitation_make"),
        reverse("admin:ratings_rebuild"),
    ]
    for model, _ in registered():
        row = model._default_manager.first()
        assert row is not None, model
        pages += [list_of(model), page_of(row)]
        if model is Upload:
            pages.append(reverse("admin:games_upload_raw", args=[row.pk]))
    return pages


def do(
    client: Client, action: str, *rows: Model, answers: dict[str, str] | None = None, **more: str
) -> str:
    """Choose rows in their list and carry out an action; gives the page that comes of it.

    With `answers`, the page that asks is answered too.
    """
    chosen = {"action": action, "_selected_action": [str(row.pk) for row in rows], **more}
    typed = {} if answers is None else {"answered": "1", **answers}
    response = client.post(list_of(type(rows[0])), chosen | typed, follow=True)
    assert response.status_code == 200
    return str(response.content.decode())
