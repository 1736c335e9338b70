"""A moderator decides in their own affair: about their own game, dispute, claim, table, line, note,
log, token or account. Superusers are refused alike, and the admin says so beforehand."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from django.db.models import Model

from archive.releases.models import Impact
from events.announcing import announce
from events.entrants.entering import enter_people
from events.models import (
    Club,
    Entrant,
    Event,
    EventAnnouncement,
    EventArbiter,
    NameReport,
    Series,
)
from events.moderation import (
    hide_name_or_text,
    report_name,
    settle_name_report,
    unhide_name,
)
from games import (
    roles,
)
from games.accounts import (
    bots,
    lifecycle,
    password_reset,
)
from games.accounts.closing import close_by
from games.accounts.tokens import make_token
from games.duplicates import decide
from games.editions.services import proposals
from games.models import (
    Account,
    ApiToken,
    Discrepancy,
    Dispute,
    Game,
    Merge,
    ModeratorAction,
    Note,
    Player,
    SeatClaim,
    SignUpInvitation,
    Standing,
    Submission,
)
from games.moderation import (
    actions,
    reporting,
)
from games.moderation.hidden_names import hide_name
from games.replays.services import notes
from games.roles import Role
from games.standing import (
    attest,
    correct_seats,
    players,
)
from games.standing.players import claim
from games.standing.resolve_players import ensure_player
from insights.puzzles.models import Puzzle, Ruling
from insights.reviews.models import Review
from tables import chat
from tables.ending import ending
from tables.lobby.opening import open_table
from tables.models import ChatLine, ChatReport, PlayerProfile, Table
from tables.people import profiles
from tables.terms import Terms
from tests.cast import (
    PASSWORD,
    account,
    broken_log,
    client_of,
    finished_log,
    game_of,
    slips,
    submit,
)
from tests.conftest import held
from tests.worlds.admin_scene import do, list_of, page_of, registered
from tests.worlds.evenings import terms
from tests.worlds.owners import agreed, made_by, said
from tests.worlds.puzzles import puzzle_of
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db

Kind = ModeratorAction.Kind


@dataclass
class Own:
    """What is the affair of `who`."""

    who: Account
    ana: Account
    game: Game
    void: Game
    vouched: Game
    dispute: Dispute
    claim: Merge
    guest: Player
    merged: Player
    note: Note
    hidden: Note
    refused: Submission
    token: ApiToken
    table: Table
    line: ChatLine
    report: ChatReport


def own(who: Account) -> Own:
    ana, ben = account("ana"), account("ben")
    me = f"@{who.username}"
    game = game_of(submit(who, finished_log(f"black={me} white=@ana")))
    attest.attest(ana, game)
    void = game_of(submit(ana, finished_log(f"black=@ana white={me}", seed=2)))
    Game.objects.filter(pk=void.pk).update(void_reason="a test", standing=Standing.VOID)
    vouched = game_of(submit(ana, finished_log("black=@ana white=@ben", seed=3)))
    Game.objects.filter(pk=vouched.pk).update(arbiter=who)
    dispute = attest.dispute(ana, game, "it was not so")
    submit(ana, finished_log("black=@ana white=Zoe", seed=4))
    guest = Player.objects.get(name="Zoe")
    submit(ben, finished_log(f"black={me} white=Mia", seed=5))
    submit(ben, finished_log("black=@ben white=Leo", seed=6))
    merged = Player.objects.get(name="Leo")
    merged.merged_into = ensure_player(who)
    merged.save()
    table = open_table(who, Terms(computers=("random",)))
    line = chat.post_chat_line(table.pk, who, "good luck")
    made, _ = make_token(who, "laptop", ["read"])
    hidden = notes.write_note(who, vouched, 2, "idea", "hm", True)
    Note.objects.filter(pk=hidden.pk).update(hidden_at=hidden.at)
    return Own(
        who=who,
        ana=ana,
        game=game,
        void=void,
        vouched=vouched,
        dispute=dispute,
        claim=claim(who, guest, "me"),
        guest=guest,
        merged=merged,
        note=notes.write_note(who, vouched, 1, "idea", "oh", True),
        hidden=hidden,
        refused=submit(who, broken_log(f"black={me} white=@ana", seed=7)[0]).submissions.get(),
        token=made,
        table=table,
        line=line,
        report=chat.report_chat_line(line, ana),
    )


def twice(*attempts: Callable[[], object]) -> Callable[[], object]:
    """Each is refused."""
    *earlier, last = attempts

    def all_of_them() -> None:
        for attempt in earlier:
            with pytest.raises(NotAllowed):
                attempt()
        last()

    return all_of_them


def seat_claim(own: Own) -> SeatClaim:
    """Ana says that somebody else sat in a game of theirs."""
    game = own.game
    return SeatClaim.objects.create(
        game=game,
        account=own.ana,
        submission=game.submission,
        names=["@ana", ""],
        replaced=[None, None],
        effect="nothing",
    )


def slip_of(own: Own) -> Discrepancy:
    """Another log of their game."""
    submit(own.ana, slips(own.game.log)[0])
    return Discrepancy.objects.get(game=own.game)


def club_of_theirs(affairs: Own) -> Club:
    """A club that a moderator owns; a second time the same."""
    fields = {"name": "Thursday Club", "slug": "thursday-club", "skeleton": "thursday"}
    return Club.objects.first() or Club.objects.create(owner=affairs.who, **fields)


def club_report(affairs: Own) -> NameReport:
    """A report of that club; a second time the same."""
    club = club_of_theirs(affairs)
    return NameReport.objects.first() or report_name(affairs.ana, club, "It is empty.")


def event_of_theirs(affairs: Own) -> Event:
    """An event that a moderator organises, with a guest and an announcement; a second time the
    same."""
    if event := Event.objects.first():
        return event
    event = Event.objects.create(founder=affairs.who, **terms().columns)
    EventArbiter.objects.create(event=event, account=affairs.who)
    enter_people(event.pk, affairs.who, ["Zoe"])
    announce(event.pk, affairs.who, "Tea at eight.")
    return event


def guest_of_theirs(affairs: Own) -> Entrant:
    return event_of_theirs(affairs).entrants.get()


def series_of_theirs(affairs: Own) -> Series:
    """A series that a moderator organises; a second time the same."""
    day = date(2026, 11, 26)
    fields = {"name": "Winter", "first_day": day, "last_day": day}
    return Series.objects.first() or Series.objects.create(founder=affairs.who, **fields)


def announcement_of_theirs(affairs: Own) -> EventAnnouncement:
    return event_of_theirs(affairs).announcements.get()


CASES: dict[Kind, Callable[[Own], object]] = {
    Kind.VERIFY_AGAIN: lambda own: actions.verify_again(own.who, [own.game], "why"),
    Kind.VOID: lambda own: twice(
        lambda: actions.void(own.who, own.game, "why"),
        lambda: actions.void_all(own.who, [own.game], "why"),
    )(),
    Kind.RESTORE: lambda own: actions.restore(own.who, own.void, "why"),
    Kind.SETTLE_DISPUTE: lambda own: twice(
        lambda: actions.settle_dispute(own.who, own.dispute, True, "why"),
        lambda: actions.settle_dispute(own.who, own.dispute, False, "why"),
    )(),
    Kind.DECIDE_CLAIM: lambda own: twice(
        lambda: players.decide_claim(own.who, own.claim, True),
        lambda: players.decide_claim(own.who, own.claim, False),
    )(),
    Kind.MERGE: lambda own: twice(
        lambda: players.merge_players(own.who, own.guest, ensure_player(own.who), "why"),
        lambda: players.undo_merge(own.who, own.merged, "why"),
    )(),
    Kind.QUEUE_AGAIN: lambda own: actions.queue_again(own.who, [own.refused], "why"),
    Kind.ROLE: lambda own: twice(
        lambda: roles.give_role(own.who, own.who, Role.ARBITERS, "why"),
        lambda: roles.give_role(own.who, own.who, Role.MODERATORS, "why"),
    )(),
    Kind.SUSPEND: lambda own: lifecycle.suspend(own.who, own.who, "why"),
    Kind.REINSTATE: lambda own: lifecycle.reinstate(own.who, own.who, "why"),
    Kind.RESET_LINK: lambda own: password_reset.send_link(own.who, own.who, "why"),
    Kind.MARK_BOT: lambda affairs: bots.mark_account(affairs.who, affairs.who, "why"),
    Kind.CLOSE_ACCOUNT: lambda own: close_by(own.who, own.who, "why"),
    Kind.REVOKE_TOKEN: lambda own: actions.revoke_token(own.who, own.token, "why"),
    Kind.HIDE_NOTE: lambda own: notes.hide(own.who, own.note, "why"),
    Kind.SHOW_NOTE: lambda own: notes.show(own.who, own.hidden, "why"),
    Kind.HIDE_LINE: lambda own: chat.hide_chat_line(own.who, own.line, "why"),
    Kind.SHOW_LINE: lambda own: chat.show_chat_line(own.who, own.line, "why"),
    Kind.HIDE_TEXT: lambda affairs: profiles.hide_profile_text(
        affairs.who, profiles.change_profile(affairs.who, "ship", "red", "rude"), "why"
    ),
    Kind.SETTLE_REPORT: lambda own: twice(
        lambda: chat.settle_chat_report(own.who, own.report, True, "why"),
        lambda: chat.settle_chat_report(own.who, own.report, False, "why"),
    )(),
    Kind.SETTLE_DISCREPANCY: lambda own: decide.decide_discrepancy(
        own.who, slip_of(own), "second", "why"
    ),
    Kind.ANSWER_REPORT: lambda own: twice(
        lambda: reporting.answer_report(
            own.who, reporting.report_game(own.ana, own.game, "odd"), False, "why"
        ),
        lambda: reporting.answer_report(
            own.who, reporting.report_player(own.ana, ensure_player(own.who), "odd"), False, "why"
        ),
    )(),
    Kind.RESEAT: lambda own: twice(
        lambda: correct_seats.reseat_by_moderator(own.who, own.game, ["@ana", "Cat"], "why"),
        lambda: correct_seats.reseat_by_moderator(
            own.who, own.game, ["@ana", f"@{own.who.username}"], "why"
        ),
    )(),
    Kind.SETTLE_CLAIM: lambda own: correct_seats.dismiss_seat_claim(
        own.who, seat_claim(own), "why"
    ),
    Kind.MAKE_EDITION: lambda own: made_by(own.who, agreed(own.who, own.ana)),
    Kind.HIDE_NUMBERS: lambda own: proposals.hide_note_of_proposal(own.who, said(own.who)),
    Kind.HIDE_NAME: lambda affairs: hide_name(affairs.who, affairs.merged, "why"),
    Kind.CLOSE_TABLE: lambda own: ending.close_table(own.who, own.table, "why"),
    Kind.HIDE_CLUB: lambda affairs: hide_name_or_text(affairs.who, club_of_theirs(affairs), "why"),
    Kind.SHOW_CLUB: lambda affairs: unhide_name(affairs.who, club_of_theirs(affairs), "why"),
    Kind.CLUB_REPORT: lambda affairs: twice(
        lambda: settle_name_report(affairs.who, club_report(affairs), True, "why"),
        lambda: settle_name_report(affairs.who, club_report(affairs), False, "why"),
    )(),
    Kind.HIDE_EVENT: lambda affairs: twice(
        lambda: hide_name_or_text(affairs.who, event_of_theirs(affairs), "why"),
        lambda: hide_name_or_text(affairs.who, guest_of_theirs(affairs), "why"),
        lambda: hide_name_or_text(affairs.who, announcement_of_theirs(affairs), "why"),
    )(),
    Kind.SHOW_EVENT: lambda affairs: twice(
        lambda: unhide_name(affairs.who, event_of_theirs(affairs), "why"),
        lambda: unhide_name(affairs.who, guest_of_theirs(affairs), "why"),
    )(),
    Kind.EVENT_REPORT: lambda affairs: settle_name_report(
        affairs.who, report_name(affairs.ana, event_of_theirs(affairs), "odd"), True, "why"
    ),
}
"""Every kind of action, done in one's own affair."""

NOBODYS: dict[Kind, str] = {
    Kind.REBUILD_RATINGS: "the same for everybody: it follows from the games",
    Kind.MARK_EDITION: "no game on record changes, and no new one takes the edition",
    Kind.INVITE: "the new account is like all others",
    Kind.ASK_TO_HIDE_NAME: "asked for by the service of HIDE_NAME, which checks first",
    Kind.RELEASE: "about all games that an engine judges otherwise; of chosen games it is checked",
}

RECORDS = {
    "ratings/admin.py": {"_queue_rebuild": NOBODYS[Kind.REBUILD_RATINGS]},
    "games/editions/services/wrong_editions.py": {"mark_edition_wrong": NOBODYS[Kind.MARK_EDITION]},
    "games/accounts/invitations.py": {"invite": NOBODYS[Kind.INVITE]},
    "archive/releases/services/decisions.py": {"_decided": NOBODYS[Kind.RELEASE]},
    "games/roles.py": {"take_role": "a role of one's own may be laid down"},
}
"""What records an action without a check that it is impartial, and why."""


def moderator() -> Account:
    return account("mo", moderator=True)


def superuser() -> Account:
    return Account.objects.create_superuser("mo", "mo@example.org", PASSWORD)


@pytest.fixture(scope="module", params=[moderator, superuser])
def made(
    request: Any, keep: Callable[[Callable[[], Own]], Own], django_db_blocker: Any
) -> Iterator[Own]:
    with held(django_db_blocker):
        yield keep(lambda: own(request.param()))


@pytest.fixture
def affairs(made: Own, db: None) -> Own:
    """Made once for the tests of this module; each finds them as they were made."""
    return deepcopy(made)


def test_every_kind_of_action_is_tried() -> None:
    assert set(CASES) | set(NOBODYS) == set(Kind)
    assert not set(CASES) & set(NOBODYS)


def test_a_moderator_does_not_decide_in_their_own_affair(affairs: Own) -> None:
    for kind, act in CASES.items():
        with pytest.raises(NotAllowed) as refusal:
            act(affairs)
        assert refusal.value.message.endswith((".",)), kind
    assert not ModeratorAction.objects.exists()
    assert not Account.objects.get(pk=affairs.who.pk).groups.exists()
    assert Game.objects.get(pk=affairs.game.pk).void_reason == ""


def test_a_moderator_does_not_decide_about_a_game_that_they_vouch_for(affairs: Own) -> None:
    dispute = attest.dispute(affairs.ana, affairs.vouched, "I was not there")
    with pytest.raises(NotAllowed):
        actions.settle_dispute(affairs.who, dispute, False, "I saw it")
    with pytest.raises(NotAllowed):
        actions.void(affairs.who, affairs.vouched, "I was wrong")


def test_who_sat_with_a_guest_does_not_say_who_they_are(affairs: Own) -> None:
    mia, cat = Player.objects.get(name="Mia"), account("cat")
    with pytest.raises(NotAllowed):
        players.merge_players(affairs.who, mia, ensure_player(cat), "a friend")
    with pytest.raises(NotAllowed):
        players.decide_claim(affairs.who, claim(cat, mia, "me"), True)


def test_who_claims_a_guest_does_not_refuse_the_others(affairs: Own) -> None:
    rival = claim(account("cat"), affairs.guest, "no, me")
    with pytest.raises(NotAllowed):
        players.decide_claim(affairs.who, rival, False)
    with pytest.raises(NotAllowed):
        players.merge_players(affairs.who, affairs.guest, ensure_player(rival.requested_by), "why")


def test_who_sits_at_a_table_or_reported_a_line_does_not_judge_it(affairs: Own) -> None:
    ben = Account.objects.get(username="ben")
    elsewhere = open_table(ben, Terms(computers=("random",)))
    said = chat.post_chat_line(elsewhere.pk, ben, "go away")
    report = chat.report_chat_line(said, affairs.who)
    for act in (
        lambda: chat.hide_chat_line(affairs.who, said, "rude"),
        lambda: chat.settle_chat_report(affairs.who, report, True, "rude"),
    ):
        with pytest.raises(NotAllowed):
            act()


def test_a_role_of_ones_own_may_be_laid_down() -> None:
    root = Account.objects.create_superuser("root-1", "", PASSWORD)
    other = Account.objects.create_superuser("root-2", "", PASSWORD)
    roles.give_role(root, other, Role.ARBITERS, "a club")
    roles.take_role(other, other, Role.ARBITERS, "no time")
    with pytest.raises(Conflict):
        roles.take_role(root, other, Role.ARBITERS, "twice")


def test_a_moderator_who_is_no_party_still_decides(affairs: Own) -> None:
    judge = account("judge", moderator=True)
    actions.settle_dispute(judge, affairs.dispute, False, "the sheet agrees")
    actions.restore(judge, affairs.void, "a mistake")
    players.decide_claim(judge, affairs.claim, True)
    ending.close_table(judge, affairs.table, "stuck")
    assert ModeratorAction.objects.count() == 4


# --- the code -------------------------------------------------------------------


ROOT = Path(__file__).parents[2]


def calls(function: ast.AST) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }


def recorders(path: Path) -> list[tuple[str, bool]]:
    """The functions of a module that write in the moderators' logbook, through others of the
    module too, and whether they ask if the moderator is impartial. Without what is inside."""
    tree = ast.parse(path.read_text())
    found = {n.name: calls(n) for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)}
    methods = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in found
    }
    for _ in found:
        for name, called in found.items():
            found[name] = called.union(*(found[one] for one in called & found.keys() - {name}))
    inner = {name for name in found if name.startswith("_")} - methods
    return [
        (name, "must_be_impartial" in called)
        for name, called in found.items()
        if "log_moderator_action" in called and name not in inner
    ]


def test_whatever_is_recorded_asks_first() -> None:
    """Of the code itself: a new action that does not ask fails here."""
    seen = 0
    for path in sorted(ROOT.glob("*/**/*.py")):
        place = str(path.relative_to(ROOT))
        if place.startswith((".venv", "tests")) or "action_log import" not in path.read_text():
            continue
        for name, asks in recorders(path):
            seen += 1
            exempt = name in RECORDS.get(place, {})
            assert asks or exempt, f"{place}: {name} asks nobody whether it is impartial"
            assert not (asks and exempt), f"{place}: {name} asks, and need not be excused"
    assert seen >= len(CASES)


# --- the admin ------------------------------------------------------------------

ANSWERS = {"reason": "mine", "answer": "mine", "into": "@mo", "seats": "black=@mo white=Cat"}


def rows(own: Own) -> dict[type[Model], Model]:
    """A row of each model with actions, that is the affair of `own.who`."""
    return {
        Account: own.who,
        Merge: own.claim,
        Dispute: own.dispute,
        Game: own.game,
        Note: own.note,
        Player: own.merged,
        Submission: own.refused,
        ApiToken: own.token,
        Table: own.table,
        ChatLine: own.line,
        PlayerProfile: profiles.change_profile(own.who, "ship", "red", "rude"),
        ChatReport: own.report,
        SeatClaim: seat_claim(own),
        Puzzle: puzzle_of(own.game),
        Club: club_of_theirs(own),
        NameReport: club_report(own),
        Event: event_of_theirs(own),
        Entrant: guest_of_theirs(own),
        EventAnnouncement: announcement_of_theirs(own),
        Series: series_of_theirs(own),
    }


def test_every_action_of_the_admin_is_refused_and_said_beforehand(affairs: Own) -> None:
    client = client_of(affairs.who)
    mine, tried = rows(affairs), 0
    for model, pages in registered():
        for name in pages.actions or ():
            if model in (SignUpInvitation, Review, Impact):
                continue  # any moderator withdraws one; an analysis or engine favours no seat
            assert model in mine, f"{model} has actions, and is not tried here"
            row = mine[model]
            sentence = pages.conflict_of_interest(affairs.who, row)  # type: ignore[attr-defined]
            assert sentence
            laid_down = str(name).startswith("unmake_")
            page = client.get(page_of(row)).content.decode()
            assert sentence in page
            offered = f'value="{name}"' in page
            if offered:
                button = page.split(f'value="{name}"')[1].partition("</button>")[0]
                assert ("disabled" in button) is not laid_down, name
            asked = do(client, str(name), row)
            assert laid_down or sentence in asked or not offered, name
            do(client, str(name), row, answers=ANSWERS)
            tried += 1
    assert tried >= 22
    assert not ModeratorAction.objects.exists()
    assert not Ruling.objects.exists()


def test_among_several_rows_the_others_are_done(affairs: Own) -> None:
    other = game_of(submit(affairs.ana, finished_log(seed=9)))
    client = client_of(affairs.who)
    asked = do(client, "void", affairs.game, other)
    assert "You have a seat in this game: another moderator has to decide." in asked
    assert 'type="submit"' in asked
    page = do(client, "void", affairs.game, other, answers={"reason": "bots"})
    assert "Done: 1 row." in page
    assert f"Game {affairs.game.pk}: You have a seat in this game" in page
    assert Game.objects.get(pk=other.pk).void_reason == "bots"


def test_a_list_of_actions_is_posted_to(affairs: Own) -> None:
    """By hand, past the page that asks."""
    data = {"action": "void", "_selected_action": affairs.game.pk, "answered": "1", "reason": "me"}
    client_of(affairs.who).post(list_of(Game), data)
    assert Game.objects.get(pk=affairs.game.pk).void_reason == ""
