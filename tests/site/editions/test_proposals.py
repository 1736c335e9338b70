"""What owners of the box say, who agrees, and the edition that follows."""

from copy import deepcopy
from datetime import timedelta
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.utils import timezone

from engine import DEFAULT_EDITION, read_log
from engine.editions import load, load_edition, registered
from games.editions.services import editions, proposals
from games.editions.services.proposals import BOARDS, number_differences, versions_of
from games.limits import NUMBERS_CONFIRMED_A_DAY, PROPOSALS_A_DAY
from games.models import Account, Edition, Game, ModeratorAction, NumberProposal
from tests.cast import finished_log, game_of, submit
from tests.worlds.owners import CORRIDOR, agreed, corridor, made_by, owner, said
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


@pytest.fixture
def ana() -> Account:
    return owner("ana")


@pytest.fixture
def ben() -> Account:
    return owner("ben")


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edition of a site is known to this process yet."""
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    monkeypatch.setattr(editions._Look, "seconds", float("-inf"))


@pytest.mark.parametrize("board", BOARDS)
def test_what_the_edition_has_can_be_said_of_every_board(ana: Account, board: str) -> None:
    table = proposals.board_numbers(DEFAULT_EDITION, board)
    proposal = proposals.propose_numbers(ana, board, deepcopy(table), "English", 2018)
    assert proposal.numbers == table
    assert not number_differences(table, proposal.numbers)


def test_towers_are_told_from_the_highest(ana: Account) -> None:
    table = proposals.board_numbers(DEFAULT_EDITION, "obelisks.B")
    towers = table["tower_points"]
    table["tower_points"] = sorted(towers)
    proposal = proposals.propose_numbers(ana, "obelisks.B", table, "English", 2018)
    assert proposal.numbers["tower_points"] == sorted(towers, reverse=True) != sorted(towers)


def test_equal_numbers_stand_together_and_those_that_differ_side_by_side(
    ana: Account, ben: Account
) -> None:
    cat = owner("cat")
    said(ana, 9)
    said(ben, 8)
    said(cat, 9, "Deutsch")
    first, second = versions_of(CORRIDOR)
    assert [account.username for account in first.accounts] == ["ana", "cat"]
    assert [account.username for account in second.accounts] == ["ben"]
    assert first.boxes() == [("Deutsch", 2018, 1), ("English", 2018, 1)]
    assert number_differences(first.numbers, second.numbers) == [("corridor.14", "9", "8")]


def test_one_proposal_a_board_and_box(ana: Account) -> None:
    old = said(ana, 9)
    new = said(ana, 8)
    other = said(ana, 9, "Deutsch")
    old.refresh_from_db()
    assert old.withdrawn_at is not None
    rows = NumberProposal.objects.filter(withdrawn_at=None)
    assert set(rows) == {new, other}


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"corridor": [1] * 13, "figure": 0}, "corridor: an even number of them"),
    ({"corridor": [1.5] * 14, "figure": 0}, "corridor.1: a whole number"),
    ({"corridor": [-1] * 14, "figure": 0}, "corridor.1: a whole number"),
    ({"figure": 0}, "corridor: a value: it is missing"),
    ({"corridor": [1] * 14, "figure": 0, "gold": 1}, "'gold': no such key"),
]


@pytest.mark.parametrize(("table", "reason"), WRONG)
def test_what_cannot_be_printed_is_refused_in_its_place(
    ana: Account, table: dict[str, Any], reason: str
) -> None:
    with pytest.raises(Invalid) as refused:
        proposals.propose_numbers(ana, CORRIDOR, table, "English", 2018)
    assert refused.value.message.startswith(reason)


@pytest.mark.parametrize(
    ("board", "box", "year", "note"),
    [
        ("harbour.A", "English", 2018, ""),
        (CORRIDOR, " ", 2018, ""),
        (CORRIDOR, "x" * 41, 2018, ""),
        (CORRIDOR, "English", 2015, ""),
        (CORRIDOR, "English", 9999, ""),
        (CORRIDOR, "English", 2018, "x" * 501),
    ],
)
def test_what_is_said_of_the_box_has_to_make_sense(
    ana: Account, board: str, box: str, year: int, note: str
) -> None:
    with pytest.raises(Invalid):
        proposals.propose_numbers(ana, board, corridor(), box, year, note)


def test_a_note_is_one_line_of_plain_text(ana: Account) -> None:
    proposal = proposals.propose_numbers(
        ana, CORRIDOR, corridor(), "English", 2018, "a\u202eb\n\0 c"
    )
    assert proposal.note == "ab c"


def test_so_many_a_day_and_no_more(ana: Account, ben: Account) -> None:
    for _ in range(PROPOSALS_A_DAY):
        proposal = said(ana)
    with pytest.raises(Conflict, match=str(PROPOSALS_A_DAY)):
        said(ana)
    for _ in range(NUMBERS_CONFIRMED_A_DAY):
        proposals.confirm_numbers(ben, proposal, "English", 2018)
        proposals.withdraw_numbers(ben, proposal)
    with pytest.raises(Conflict, match=str(NUMBERS_CONFIRMED_A_DAY)):
        proposals.confirm_numbers(ben, proposal, "English", 2018)


def test_others_confirm_once_and_take_it_back(ana: Account, ben: Account) -> None:
    proposal = said(ana)
    with pytest.raises(NotAllowed, match="your own"):
        proposals.confirm_numbers(ana, proposal, "English", 2018)
    proposals.confirm_numbers(ben, proposal, "English", 2018)
    with pytest.raises(Conflict, match="already"):
        proposals.confirm_numbers(ben, proposal, "English", 2018)
    assert versions_of()[0].agreed
    proposals.withdraw_numbers(ben, proposal)
    assert not versions_of()[0].agreed
    with pytest.raises(Conflict, match="nothing to withdraw"):
        proposals.withdraw_numbers(ben, proposal)
    proposals.withdraw_numbers(ana, proposal)
    assert not versions_of()
    with pytest.raises(Conflict, match="withdrawn"):
        proposals.confirm_numbers(ben, proposal, "English", 2018)


def test_a_moderator_hides_a_note(ana: Account, judge: Account) -> None:
    proposal = said(ana)
    with pytest.raises(NotAllowed):
        proposals.hide_note_of_proposal(ana, proposal)
    proposals.hide_note_of_proposal(judge, proposal)
    proposal.refresh_from_db()
    assert proposal.hidden_at is not None
    assert ModeratorAction.objects.get().kind == "hide_numbers"
    with pytest.raises(Conflict):
        proposals.hide_note_of_proposal(judge, proposal)


def test_an_edition_is_made_of_what_two_agree_on(
    ana: Account, ben: Account, judge: Account
) -> None:
    version = agreed(ana, ben)
    preview = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest])
    assert ("pyramid.D", "corridor.14", "3", "9") in preview.changes
    edition = made_by(judge, version)
    assert edition.name == preview.text.name
    assert edition.proposals == version.ids
    text = load(edition.toml)
    board = text.tables["pyramid"]["D"]  # type: ignore[index]
    assert board == {
        **corridor(),
        "confidence": "agreed",
        "source": "owners of the box: Deutsch 2019 (1), English 2018 (1)",
    }
    assert ModeratorAction.objects.get().kind == "make_edition"
    assert editions.newest_edition() == edition.name
    assert editions.edition_choices() == [DEFAULT_EDITION, edition.name]
    assert editions.edition_text(edition.name) == edition.toml
    assert editions.edition_text("2026.1-none-000000") is None


def test_the_next_edition_is_made_of_the_last(ana: Account, ben: Account, judge: Account) -> None:
    first = made_by(judge, agreed(ana, ben))
    table = {**proposals.board_numbers(first.name, "obelisks.B"), "loose_points": 2}
    proposal = proposals.propose_numbers(ana, "obelisks.B", table, "English", 2018)
    proposals.confirm_numbers(ben, proposal, "English", 2018)
    version = versions_of("obelisks.B")[0]
    second = made_by(judge, version, base=first.name)
    tables: Any = load(second.toml).tables
    assert tables["pyramid"]["D"]["corridor"][-1] == 9
    assert tables["obelisks"]["B"]["loose_points"] == 2
    assert second.base == first.name


def test_what_is_not_so_is_refused(ana: Account, ben: Account, judge: Account) -> None:
    version = agreed(ana, ben)
    other = said(owner("cat"), 8)
    digests = [one.digest for one in versions_of()]
    for base, word, chosen in (
        ("2099.1", "box", [version.digest]),
        (DEFAULT_EDITION, "Box!", [version.digest]),
        (DEFAULT_EDITION, "box", []),
        (DEFAULT_EDITION, "box", ["0" * 32]),
        (DEFAULT_EDITION, "box", digests),
    ):
        with pytest.raises(Invalid):
            editions.preview_edition(base, word, chosen)
    one = next(one for one in versions_of() if other.pk in one.ids)
    with pytest.raises(Conflict, match="Not enough"):
        made_by(judge, one)
    with pytest.raises(NotAllowed):
        made_by(ana, version)
    with pytest.raises(Invalid):
        editions.make_edition(judge, DEFAULT_EDITION, "box", [version.digest], "", " ")


def test_what_was_seen_is_what_is_made(ana: Account, ben: Account, judge: Account) -> None:
    version = agreed(ana, ben)
    name = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text.name
    proposals.confirm_numbers(owner("cat"), version.proposals[0], "English", 2020)
    with pytest.raises(Conflict, match="Check them again"):
        editions.make_edition(judge, DEFAULT_EDITION, "box", [version.digest], name, "why")
    assert not Edition.objects.exists()


def test_an_edition_is_made_once(ana: Account, ben: Account, judge: Account) -> None:
    version = agreed(ana, ben)
    made_by(judge, version)
    with pytest.raises(Conflict, match="already"):
        made_by(judge, version)


def of_edition(name: str) -> str:
    text = finished_log(sites="ADAAA").replace("edition: 2026.1", f"edition: {name}")
    return "".join(x for x in text.splitlines(keepends=True) if not x.startswith("result"))


def test_an_upload_is_judged_by_the_edition_that_it_names(
    ana: Account, ben: Account, judge: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    edition = made_by(judge, agreed(ana, ben, top=7))
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    game = game_of(submit(ana, of_edition(edition.name)))
    assert game.edition == edition.name
    old = game_of(submit(ana, finished_log(sites="ADAAA", seed=2)))
    assert old.edition == DEFAULT_EDITION
    assert Game.objects.count() == 2


def test_names_that_nothing_has_cost_a_look_a_second(
    ana: Account, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for moment in (1_000.0, 1_001.0):
        clock = SimpleNamespace(monotonic=partial(float, moment))
        monkeypatch.setattr(editions, "time", clock)
        with django_assert_num_queries(1):
            for number in range(50):
                assert editions.supply_edition(f"2026.1-none-{number:06x}") is None


def test_a_process_reads_an_edition_once(
    ana: Account, ben: Account, judge: Account, django_assert_num_queries: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    edition = made_by(judge, agreed(ana, ben, top=6))
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    monkeypatch.setattr(editions._Look, "seconds", float("-inf"))
    with django_assert_num_queries(2):
        assert read_log(of_edition(edition.name)).setup.edition == edition.name
    with django_assert_num_queries(1):
        editions.refresh_editions()
    assert load_edition(edition.name)["edition"] == edition.name


def test_a_suspended_or_new_account_does_not_count(ana: Account, ben: Account) -> None:
    version = agreed(ana, ben)
    assert version.agreed
    Account.objects.filter(pk=ben.pk).update(is_active=False)
    assert not versions_of()[0].agreed
    new = timezone.now() - timedelta(days=1)
    Account.objects.filter(pk=ben.pk).update(is_active=True, date_joined=new)
    assert not versions_of()[0].agreed
    ben.is_active = False
    with pytest.raises(NotAllowed):
        said(ben)
