"""Where a secret and the shares lie, by which terms a table is dealt, and promises made once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from engine import Proof, prove, read_log
from engine.fairness import commitment
from engine.proof import Evidence, evidence
from engine.vocabulary import Colour
from games.models import Account
from tables.deals import shares_of
from tables.ending import ending
from tables.lobby.dealing import deal_if_due, open_share, promise_share
from tables.lobby.opening import open_table
from tables.lobby.rematch import open_rematch
from tables.lobby.seats import leave_seat, sit_down
from tables.locks import read_table
from tables.models import Deal, Phase, Place, Promise, Table
from tables.play.reading import playing_state
from tables.terms import Terms
from tests.schema import ChainLoader, chain_executor
from tests.worlds.tables import dealt, opened, people, play_out, secret_of, share
from web.errors import Conflict


@pytest.mark.django_db(transaction=True)
def test_a_table_is_dealt_and_logged_by_terms_3(ana: Account, ben: Account) -> None:
    """A share that came, one that was withheld, and a computer player that promised nothing."""
    (share_of_ana, promised), (_withheld, promised_too) = share(), share()
    table = open_table(ana, Terms(seats=3, computers=("random",), promise=promised))
    table = sit_down(table.pk, ben, promise=promised_too)
    open_share(table.pk, ana, share_of_ana)
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert deal_if_due(table.pk)
    state = playing_state(read_table(table.pk), None)
    assert state["deal_terms"] == 3
    by_colour = {place["colour"]: place for place in state["places"]}
    assert {word: place["share"] for word, place in by_colour.items()} == {
        "black": share_of_ana,
        "white": "",
        "brown": "",
    }
    assert [by_colour[word]["opened"] for word in ("black", "white", "brown")] == [
        True,
        False,
        False,
    ]
    log = read_log(bytes(play_out(table.pk).upload.raw))  # type: ignore[union-attr]
    assert prove(log) is Proof.PROVED
    assert evidence(log.header) == Evidence(3, (Colour.BLACK,), (Colour.BROWN,))
    in_log = dict(zip(log.setup.seats, log.header.promises, strict=True))
    assert in_log == {Colour.BLACK: promised, Colour.WHITE: "", Colour.BROWN: promised_too}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("terms", [1, 2])
def test_a_table_that_was_opened_by_earlier_terms_is_dealt_and_logged_by_them(terms: int) -> None:
    ana, ben = people("ana", "ben")
    (given, promised), (other, promised_too) = share(), share()
    table = open_table(ana, Terms(promise=promised))
    Table.objects.filter(pk=table.pk).update(deal_terms=terms)
    sit_down(table.pk, ben, promise=promised_too)
    open_share(table.pk, ana, given)
    open_share(table.pk, ben, other)
    assert playing_state(read_table(table.pk), None)["deal_terms"] == terms
    log = read_log(bytes(play_out(table.pk).upload.raw))  # type: ignore[union-attr]
    assert (bool(log.header.promises), log.header.dealing) == (terms == 2, 0)
    assert prove(log) is Proof.PROVED
    assert evidence(log.header).terms == terms


@pytest.mark.django_db
def test_a_promise_that_was_made_before_is_refused_at_any_table() -> None:
    ana, ben, cleo = people("ana", "ben", "cleo")
    _given, promised = share()
    table = open_table(ana, Terms(seats=3, promise=promised))
    other = opened([cleo], seats=2)
    with pytest.raises(Conflict, match="promised before"):
        sit_down(table.pk, ben, promise=promised)
    with pytest.raises(Conflict, match="promised before"):
        sit_down(other.pk, ana, promise=promised)
    with pytest.raises(Conflict, match="promised before"):
        promise_share(other.pk, cleo, promised)
    with pytest.raises(Conflict, match="promised before"):
        open_table(ben, Terms(promise=promised))
    assert Promise.objects.count() == 1
    assert list(Place.objects.exclude(promise="").values_list("account", flat=True)) == [ana.pk]
    assert Table.objects.count() == Deal.objects.count() == 2


@pytest.mark.django_db
def test_who_stands_up_has_used_up_the_promise(ana: Account, ben: Account) -> None:
    table = opened([ana], seats=3)
    _given, promised = share()
    sit_down(table.pk, ben, promise=promised)
    leave_seat(table.pk, ben)
    with pytest.raises(Conflict, match="promised before"):
        sit_down(table.pk, ben, promise=promised)
    sit_down(table.pk, ben, promise=share()[1])


@pytest.mark.django_db
def test_a_deal_that_fell_through_is_repeated_with_new_promises_only() -> None:
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben], shares=True)
    before = list(table.places.values_list("promise", flat=True))
    assert all(before)
    ending.abandon(table.pk)
    for used in before:
        with pytest.raises(Conflict, match="promised before"):
            open_rematch(table.pk, ana, used)
    rematch = open_rematch(table.pk, ana, share()[1])
    assert secret_of(rematch) != secret_of(table)
    assert rematch.places.get(account=ana).opened_at is None


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_the_upgrade_keeps_every_secret_share_and_promise() -> None:
    """Tables of every phase, and one where an accomplice copied a promise."""
    executor = chain_executor(connection)
    latest = executor.loader.graph.leaf_nodes()
    executor.migrate([("tables", "0004_pulse")])
    try:
        old = ChainLoader(connection).project_state(
            [("tables", "0004_pulse"), next(leaf for leaf in latest if leaf[0] == "games")]
        )
        rows = _old_rows(old.apps)
    finally:
        executor = chain_executor(connection)
        executor.migrate(latest)
    for pk, (secret, shares, promises) in rows.items():
        table = Table.objects.get(pk=pk)
        assert table.deal_terms == 1
        assert secret_of(table) == secret
        assert commitment(secret) == table.commitment
        assert shares_of(table) == shares
        in_log = {place.colour: place.promise for place in table.places.all()}
        assert in_log == promises
        opened_by = {place.colour for place in table.places.all() if place.opened_at}
        assert opened_by == set(shares)
    digests = {
        digest for _s, _g, promises in rows.values() for digest in promises.values() if digest
    }
    assert set(Promise.objects.values_list("digest", flat=True)) == digests
    # And it goes on: the table that waited for a share is dealt by terms 1.
    waits = Table.objects.get(phase=Phase.DEALING)
    Table.objects.filter(pk=waits.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert deal_if_due(waits.pk)
    log = read_log(bytes(play_out(waits.pk).upload.raw))  # type: ignore[union-attr]
    assert evidence(log.header) == Evidence(1, (Colour.BLACK,))
    assert prove(log) is Proof.PROVED
    # What is opened from now on has the new terms.
    assert open_table(Account.objects.get(username="ana"), Terms()).deal_terms == 3


OldRows = dict[str, tuple[bytes, dict[str, str], dict[str, str]]]


def _old_rows(apps: object) -> OldRows:
    """As the site before the upgrade would have left them."""
    account, table, place = (
        apps.get_model(*name)  # type: ignore[attr-defined]
        for name in (("games", "Account"), ("tables", "Table"), ("tables", "Place"))
    )
    ana, ben = (account.objects.create(username=handle) for handle in ("ana", "ben"))
    rows: OldRows = {}
    shared = share()
    for number, phase in enumerate(["open", "dealing", "cancelled", "abandoned"]):
        secret = bytes([number] * 32)
        pk = f"{number}".rjust(12, "a")
        made = table.objects.create(
            id=pk,
            host=ana,
            phase=phase,
            seats_wanted=2,
            profile="official",
            edition="2026.1",
            commitment=commitment(secret),
            secret=secret,
            started_at=timezone.now() if number == 3 else None,
        )
        share_bytes, promised = shared if number > 1 else share()
        shares = {"black": share_bytes} if number else {}
        promises = {"black": promised, "white": share()[1] if number < 2 else ""}
        for colour, who in (("black", ana), ("white", ben)):
            place.objects.create(
                table=made,
                colour=colour,
                account=who,
                promise=promises[colour],
                share=shares.get(colour, ""),
            )
        rows[pk] = secret, shares, promises
    return rows
