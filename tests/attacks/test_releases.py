"""Who would like an engine to count otherwise, for themselves alone, or all day."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy

import pytest
from django.test import Client

from archive.releases.models import Decision, Impact, ImpactDifference, ImpactState, Pin
from archive.releases.services import decisions, impact, working
from archive.releases.services.decisions import ReleaseChoice, decide_release
from games.models import Account, Game, ModeratorAction, Verification
from games.models.append_only import AppendOnlyError
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.engines import another_build, another_number
from web.errors import Conflict, Invalid, NotAllowed, TooBusy

pytestmark = pytest.mark.both_databases

World = tuple[Account, list[Game]]


def make_world() -> World:
    """A moderator who plays, and games of theirs and of others."""
    mo, cleo = account("mo", moderator=True), account("cleo", arbiter=True)
    account("ana")
    account("ben")
    seated = [game_of(submit(cleo, finished_log("black=@mo white=@ana", seed=n))) for n in (1, 3)]
    games = [game_of(submit(cleo, finished_log(seed=n))) for n in (5, 7, 9)]
    return mo, seated + games


@pytest.fixture(scope="module")
def made(request: pytest.FixtureRequest, keep: Callable[..., World]) -> World:
    return keep(make_world)


@pytest.fixture
def world(made: World, db: None) -> World:
    return deepcopy(made)


@pytest.fixture
def mo(world: World) -> Account:
    return world[0]


def done(by: Account, games: list[str] | None = None) -> Impact:
    found = impact.begin_impact(by, games=games)
    working.work_on_impacts()
    found.refresh_from_db()
    assert found.state == ImpactState.DONE
    return found


@pytest.mark.parametrize("handle", ["ana", "cleo", ""])
def test_a_stranger_a_player_an_arbiter_neither_begin_nor_decide(world: World, handle: str):
    mo = world[0]
    with another_number():
        found = done(mo)
        client = Client()
        if handle:
            client.force_login(Account.objects.get(username=handle))
        for page in ("begin/", f"{found.pk}/cancel/", f"{found.pk}/decide/"):
            form = {"what": "adopt", "reason": "I like it so"}
            answer = client.post(f"/releases/impacts/{page}", form)
            assert answer.status_code == (403 if handle else 302)
            assert "login" in answer.headers.get("Location", "login")
        if handle:
            account = Account.objects.get(username=handle)
            for act in (
                lambda: impact.begin_impact(account),
                lambda: impact.cancel_impact(account, found),
                lambda: decide_release(account, found, ReleaseChoice.ADOPT, "why"),
            ):
                with pytest.raises(NotAllowed):
                    act()
    assert Impact.objects.count() == 1
    assert not Decision.objects.exists()
    page = Client().get(f"/releases/impacts/{found.pk}/").content.decode()
    assert 'value="adopt"' not in page


def test_a_suspended_moderator_decides_nothing(mo: Account):
    with another_number():
        found = done(mo)
        mo.is_active = False
        with pytest.raises(NotAllowed):
            decide_release(mo, found, ReleaseChoice.ADOPT, "why")


def test_nothing_is_decided_before_it_is_known(mo: Account):
    with another_number():
        found = impact.begin_impact(mo)
        with pytest.raises(Conflict, match="not finished"):
            decide_release(mo, found, ReleaseChoice.ADOPT, "why")
        working.work_on_impacts()
        found.refresh_from_db()
        with pytest.raises(Invalid):
            decide_release(mo, found, ReleaseChoice.ADOPT, "  ")
    with pytest.raises(Conflict, match="engine that no longer runs"):
        decide_release(mo, found, ReleaseChoice.ADOPT, "why")
    assert not Decision.objects.exists()
    assert not ModeratorAction.objects.exists()


def test_an_old_impact_does_not_bring_back_what_a_newer_one_found(mo: Account):
    with another_number():
        old = done(mo)
        done(mo)
        with pytest.raises(Conflict, match="newer"):
            decide_release(mo, old, ReleaseChoice.ADOPT, "why")


def test_a_cancelled_impact_is_not_decided_and_its_worker_writes_nothing(mo: Account):
    with another_number():
        found = impact.begin_impact(mo)
        chunk = working._lease()
        assert chunk is not None
        impact.cancel_impact(mo, found)
        assert working._judge(chunk) == 0
        assert not ImpactDifference.objects.exists()
        with pytest.raises(Conflict):
            decide_release(mo, found, ReleaseChoice.PIN, "why")


def test_a_moderator_does_not_choose_games_of_their_own(world: World):
    """An engine is adopted for all games; for some of them only by a moderator with no part in
    them."""
    mo, games = world
    other = account("otto", moderator=True)
    with another_number(points=40):
        own = [game.pk for game in games[:2]]
        found = done(mo, own)
        assert found.differing
        with pytest.raises(NotAllowed):
            decide_release(mo, found, ReleaseChoice.ADOPT, "it is only fair")
        with pytest.raises(NotAllowed):
            decide_release(mo, found, ReleaseChoice.PIN, "it is only fair")
        decide_release(other, found, ReleaseChoice.ADOPT, "the box says so")


def test_a_hundred_impacts_are_one(mo: Account, monkeypatch: pytest.MonkeyPatch):
    impact.begin_impact(mo)
    for _ in range(100):
        with pytest.raises((Conflict, TooBusy)):
            impact.begin_impact(mo)
    assert Impact.objects.count() == 1
    monkeypatch.setattr(impact, "MAX_IMPACTS_A_DAY", 3)
    for _ in range(2):
        impact.cancel_impact(mo, Impact.objects.latest("pk"))
        impact.begin_impact(mo)
    impact.cancel_impact(mo, Impact.objects.latest("pk"))
    with pytest.raises(TooBusy):
        impact.begin_impact(mo)
    impact.begin_impact(None)  # the site itself still can


@pytest.mark.parametrize("games", [["000000000000"], [], ["x" * 400], ["a"] + ["b"] * 9999])
def test_games_that_are_none(mo: Account, games: list[str]):
    with pytest.raises(Invalid):
        impact.begin_impact(mo, games=games)
    assert not Impact.objects.exists()


def test_an_edition_that_is_none(mo: Account):
    client = client_of(mo)
    client.post("/releases/impacts/begin/", {"edition": "../2026.1"})
    client.post("/releases/impacts/begin/", {"games": "'; drop table"})
    assert not Impact.objects.exists()


def test_what_was_found_is_not_rewritten(mo: Account):
    with another_number():
        found = done(mo)
        row = found.differences.all()[0]
        row.after = {}
        with pytest.raises(AppendOnlyError):
            row.save()
        with pytest.raises(AppendOnlyError):
            ImpactDifference.objects.update(after={})
        decide_release(mo, found, ReleaseChoice.PIN, "why")
        working.work_on_impacts()
        with pytest.raises(AppendOnlyError):
            Decision.objects.update(what="adopt")
        with pytest.raises(AppendOnlyError):
            Pin.objects.all().delete()


def test_a_decision_is_carried_out_once_however_often_it_is_delivered(mo: Account):
    with another_number():
        found = done(mo)
        made = decide_release(mo, found, ReleaseChoice.ADOPT, "why")
        runs = Verification.objects.count()
        assert decisions.carry_out_decision(made) is True
        assert decisions.carry_out_decision(made) is False
        assert Verification.objects.count() == runs + found.differing


def test_a_worker_that_dies_leaves_nothing_of_a_decision(
    mo: Account, monkeypatch: pytest.MonkeyPatch
):
    class Killed(BaseException):
        pass

    def dies(*_told: object) -> None:
        raise Killed

    with another_number():
        found = done(mo)
        decide_release(mo, found, ReleaseChoice.ADOPT, "why")
        runs, really = Verification.objects.count(), decisions.notify_accounts
        monkeypatch.setattr(decisions, "notify_accounts", dies)
        with pytest.raises(Killed):
            working.work_on_impacts()
        assert Verification.objects.count() == runs
        assert Decision.objects.get().done_at is None
        monkeypatch.setattr(decisions, "notify_accounts", really)
        working.work_on_impacts()
        assert Verification.objects.count() == runs + found.differing


def test_an_old_worker_does_not_judge_for_a_new_engine(mo: Account):
    """During a restart workers of both engines are there."""
    with another_build():
        found = impact.begin_impact(mo)
    assert working.work_on_impacts() == 0
    with another_build():
        assert working.work_on_impacts() == 5
    found.refresh_from_db()
    assert found.state == ImpactState.DONE


def test_a_log_of_words_in_a_refusal_does_not_run(mo: Account, monkeypatch: pytest.MonkeyPatch):
    """What a refusal quotes is text on the page."""
    from archive.releases.services import judging

    def verify(log: object, **how: object) -> object:
        raise judging.EngineError("<script>alert(1)</script>")

    with another_build():
        monkeypatch.setattr(judging.engine, "verify", verify)
        found = done(mo)
    page = Client().get(f"/releases/impacts/{found.pk}/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page
