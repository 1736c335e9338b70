"""Somebody wants other numbers than those that are printed, or a site that is busy with them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import IntegrityError, connection, connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from engine import DEFAULT_EDITION
from engine.editions import (
    EditionError,
    edition_name,
    edition_names,
    load,
    load_edition,
    register,
    registered,
    tables_to_toml,
)
from games.editions.services import editions, proposals
from games.editions.services.proposals import versions_of
from games.intake.receive import receive
from games.intake.verify import verify_submissions
from games.limits import EDITIONS_A_DAY, PROPOSALS_A_DAY
from games.models import Account, Channel, Edition, NumberProposal
from tests.cast import PASSWORD, account, finished_log
from tests.worlds.owners import CORRIDOR, agreed, corridor, made_by, owner, said
from web.errors import Conflict, Invalid, NotAllowed, ServiceError

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edition of a site is known to this process yet."""
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    monkeypatch.setattr(editions._Look, "seconds", float("-inf"))


def client(who: Account) -> Client:
    logged_in = Client()
    assert logged_in.login(username=who.username, password=PASSWORD)
    return logged_in


# ------------------------------------------------------------------------ hostile numbers


HOSTILE: dict[str, dict[str, object]] = {
    "a corridor without end": {"corridor": [1] * 100_000, "figure": 0},
    "lists in lists": {"corridor": [[[[[1]]]]] * 14, "figure": 0},
    "a float": {"corridor": [1.0] * 14, "figure": 0},
    "not a number": {"corridor": [float("nan")] * 14, "figure": 0},
    "less than nothing": {"corridor": [-9] * 14, "figure": 0},
    "a number that fills the memory": {"corridor": [10**5000] * 14, "figure": 0},
    "true": {"corridor": [True] * 14, "figure": 0},
    "text": {"corridor": ["１"] * 14, "figure": 0},  # noqa: RUF001
    "another key": {"corridor": [1] * 14, "figure": 0, "rulebook": "2099.1"},
    "a source of one's own": {"corridor": 7, "source": "the box", "confidence": "text"},
    "nothing": {},
}


@pytest.mark.parametrize("table", HOSTILE.values(), ids=HOSTILE)
def test_numbers_that_no_board_has_are_refused(table: dict[str, object]) -> None:
    with pytest.raises(Invalid):
        proposals.propose_numbers(owner("eve"), CORRIDOR, table, "English", 2018)
    assert not NumberProposal.objects.exists()


def test_a_source_that_is_said_is_not_believed() -> None:
    table = {**corridor(), "confidence": "text", "source": "the box itself"}
    proposal = proposals.propose_numbers(owner("eve"), CORRIDOR, table, "English", 2018)
    assert set(proposal.numbers) == {"corridor", "figure", "further"}


def test_a_form_of_ten_thousand_spaces_is_a_form_of_a_few() -> None:
    page = Client().get(reverse("numbers-board", args=[CORRIDOR]), {"corridor": "999"})
    assert page.content.decode().count('name="corridor.') == 24
    for sizes in ("9" * 400, "-5", "x", "\0", "１６"):  # noqa: RUF001
        answer = Client().get(reverse("numbers-board", args=[CORRIDOR]), {"corridor": sizes})
        assert answer.status_code == 200


@pytest.mark.parametrize("word", ["../x", "<b>", "%2e%2e", "x" * 300, "pyramid.Ｄ"])  # noqa: RUF001
def test_an_address_of_nothing_is_no_page(word: str) -> None:
    for name in ("numbers-board", "numbers-toml"):
        path = reverse(name, args=["WORD"]).replace("WORD", word)
        assert Client().get(path).status_code == 404


def test_what_is_typed_is_shown_as_text() -> None:
    eve = owner("eve")
    proposals.propose_numbers(eve, CORRIDOR, corridor(), "<script>1</script>", 2018, "<img src=x>")
    page = client(eve).get(reverse("numbers-board", args=[CORRIDOR])).content.decode()
    assert "<script>1" not in page
    assert "<img src=x>" not in page
    assert "&lt;script&gt;1" in page


def test_a_box_whose_language_is_toml_ends_no_line() -> None:
    box = '"\n[cards.statue]\nbase = 99 # \\'
    ana, ben = owner("ana"), owner("ben")
    proposal = proposals.propose_numbers(ana, CORRIDOR, corridor(), box, 2018)
    proposals.confirm_numbers(ben, proposal, box, 2018)
    made = made_by(account("judge", moderator=True), *versions_of())
    tables: Any = load(made.toml).tables
    assert tables["cards"] == load_edition(DEFAULT_EDITION)["cards"]
    assert "[cards.statue] base = 99" in tables["pyramid"]["D"]["source"]


# ------------------------------------------------------------------- a name, another meaning


def test_a_shipped_edition_cannot_be_said_anew() -> None:
    before = dict(load_edition(DEFAULT_EDITION))
    with pytest.raises(EditionError):
        load(tables_to_toml(load_edition(DEFAULT_EDITION)))
    with pytest.raises(Invalid):
        editions.preview_edition("", "box", [])
    assert load_edition(DEFAULT_EDITION) == before


@pytest.mark.both_databases
def test_a_row_that_went_past_the_code_changes_no_known_edition() -> None:
    made = made_by(account("judge", moderator=True), agreed(owner("ana"), owner("ben")))
    other = f"# other\n{made.toml}"
    with pytest.raises(EditionError):
        register(load(other))
    with pytest.raises(IntegrityError), connection.cursor() as cursor:
        cursor.execute("UPDATE games_edition SET toml = 'x'")


def test_an_edition_that_cannot_be_read_is_no_edition_and_breaks_nothing() -> None:
    judge = account("judge", moderator=True)
    row = {"base": DEFAULT_EDITION, "made_by": judge, "reason": "past the code"}
    Edition.objects.create(name="2026.1-evil-000000", toml="x", sha256="0" * 64, **row)
    assert editions.edition_choices() == [DEFAULT_EDITION]
    assert editions.newest_edition() == DEFAULT_EDITION
    assert Client().get(reverse("numbers")).status_code == 200


# ------------------------------------------------------------------ who may, and who agrees


def test_a_stranger_makes_nothing() -> None:
    version = agreed(owner("ana"), owner("ben"))
    eve = owner("eve")
    for who in (Client(), client(eve)):
        for name, args in (("numbers-make", []), ("numbers-hide", [version.ids[0]])):
            assert who.post(reverse(name, args=args)).status_code in (302, 403)
    with pytest.raises(NotAllowed):
        made_by(eve, version)
    assert not Edition.objects.exists()


def test_puppets_of_today_do_not_count() -> None:
    eve = owner("eve")
    proposal = said(eve)
    for number in range(5):
        proposals.confirm_numbers(account(f"puppet{number}"), proposal, "English", 2018)
    (version,) = versions_of()
    assert (len(version.accounts), version.eligible) == (6, [eve])
    with pytest.raises(Conflict, match="Not enough"):
        made_by(account("judge", moderator=True), version)


def test_one_account_that_says_it_of_many_boxes_is_one() -> None:
    eve = owner("eve")
    for box in ("English", "Deutsch", "Polski"):
        said(eve, box=box)
    (version,) = versions_of()
    assert len(version.proposals) == 3
    assert not version.agreed


def test_a_moderator_does_not_make_an_edition_of_their_own_numbers() -> None:
    judge = account("judge", moderator=True)
    Account.objects.filter(pk=judge.pk).update(date_joined=timezone.now() - timedelta(days=99))
    ana, ben = owner("ana"), owner("ben")
    mine = agreed(judge, ana, ben)
    with pytest.raises(NotAllowed, match="another moderator"):
        made_by(judge, mine)
    confirmed = agreed(ana, ben, judge, top=5)
    with pytest.raises(NotAllowed, match="another moderator"):
        made_by(judge, confirmed)
    made_by(account("other", moderator=True), confirmed)


def test_a_moderator_in_a_rage_makes_few() -> None:
    judge = account("judge", moderator=True)
    version = agreed(owner("ana"), owner("ben"))
    words = [f"{first}{second}" for first in "abcd" for second in "abcd"]

    def make(word: str) -> None:
        name = editions.preview_edition(DEFAULT_EDITION, word, [version.digest]).text.name
        editions.make_edition(judge, DEFAULT_EDITION, word, [version.digest], name, "why")

    for word in words[:EDITIONS_A_DAY]:
        make(word)
    with pytest.raises(ServiceError, match=str(EDITIONS_A_DAY)):
        make(words[EDITIONS_A_DAY])


def test_a_flood_of_boards_ends_after_a_box() -> None:
    eve = owner("eve")
    for _ in range(PROPOSALS_A_DAY):
        said(eve)
    with pytest.raises(Conflict):
        said(eve)
    assert NumberProposal.objects.filter(withdrawn_at=None).count() == 1


def test_what_is_taken_back_is_in_no_edition() -> None:
    ana, judge = owner("ana"), account("judge", moderator=True)
    version = agreed(ana, owner("ben"))
    name = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text.name
    proposals.withdraw_numbers(ana, version.proposals[0])
    with pytest.raises(Invalid, match="withdrawn"):
        editions.make_edition(judge, DEFAULT_EDITION, "box", [version.digest], name, "why")


def test_numbers_that_became_others_are_not_made() -> None:
    judge, version = account("judge", moderator=True), agreed(owner("ana"), owner("ben"))
    name = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text.name
    form = {"base": DEFAULT_EDITION, "word": "box", f"board.{CORRIDOR}": version.digest}
    for stale in ("", "2026.1", f"{name}x"):
        page = client(judge).post(reverse("numbers-make"), form | {"name": stale, "reason": "why"})
        assert "The proposals have changed" in page.content.decode()
    assert not Edition.objects.exists()


def test_boards_without_end_are_refused_before_they_are_looked_for(
    django_assert_max_num_queries: Callable[[int], Any],
) -> None:
    with django_assert_max_num_queries(10), pytest.raises(Invalid, match="one set of numbers"):
        editions.preview_edition(DEFAULT_EDITION, "box", ["x"] * 900)


@pytest.mark.both_databases
@pytest.mark.django_db(transaction=True)
def test_two_who_make_the_same_edition_make_one() -> None:
    judges = [account(handle, moderator=True) for handle in ("judge", "other")]
    version = agreed(owner("ana"), owner("ben"))
    name = editions.preview_edition(DEFAULT_EDITION, "box", [version.digest]).text.name
    together, refused = Barrier(2), list[str]()

    def make(judge: Account) -> None:
        together.wait(30)
        try:
            editions.make_edition(judge, DEFAULT_EDITION, "box", [version.digest], name, "why")
        except Conflict as refusal:
            refused.append(refusal.message)
        finally:
            connections.close_all()

    threads = [Thread(target=make, args=[judge]) for judge in judges]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert (Edition.objects.count(), len(refused)) == (1, 1)


# ---------------------------------------------------------------------------------- floods


def of_edition(name: str, seed: int = 1) -> str:
    return finished_log(seed=seed).replace("edition: 2026.1", f"edition: {name}")


def test_logs_of_unknown_editions_are_refused_and_cost_no_look_each(
    django_assert_max_num_queries: Callable[[int], Any],
) -> None:
    for handle in ("ana", "ben"):
        account(handle)
    names = [f"2026.1-none-{number:06x}" for number in range(30)]
    logs = "\n".join(map(of_edition, names)).encode()
    upload = receive(Account.objects.get(username="ana"), logs, "logs.imh", Channel.PAGE)
    ids = list(upload.submissions.values_list("pk", flat=True))
    with django_assert_max_num_queries(60):
        verify_submissions(ids)
    verdicts = {one.refusal["message"] for one in upload.submissions.all()}
    assert len(ids) == 30
    assert all("unknown edition" in message for message in verdicts)
    assert edition_names() == {DEFAULT_EDITION}


def test_a_lying_site_names_other_numbers_by_the_name_of_ours() -> None:
    made = made_by(account("judge", moderator=True), agreed(owner("ana"), owner("ben")))
    tables: Any = load(made.toml).tables
    board = {**tables["pyramid"]["D"], "corridor": [40] * 14}
    lie = {**tables, "pyramid": {**tables["pyramid"], "D": board}}
    with pytest.raises(EditionError, match="for these numbers"):
        load(tables_to_toml(lie))
    assert edition_name(DEFAULT_EDITION, "box", lie) != made.name
