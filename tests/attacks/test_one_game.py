"""One game, brought several times under other colours, another profile, other sides."""

from __future__ import annotations

import re
import threading
from importlib import import_module

import pytest
from django.db import connection, connections

from games.intake.receive import store_upload
from games.intake.verify import verify_submissions
from games.judging.diff import difference_sentences
from games.models import Account, Channel, Game, Identity, LogMark, Standing, Status
from games.moderation.actions import restore, void
from games.standing.attest import attest
from ratings.models import RatingChange
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, standing_of, submit
from tests.schema import ChainLoader
from web.errors import Conflict

pytestmark = pytest.mark.django_db


def log(seed: int = 1, sites: str = "AAAAA") -> str:
    text = finished_log("black= white=", sites, seed=seed)
    return text.replace("seats: black= white=", "seats: black=@ana white=@ben")


def other_profile(text: str) -> str:
    return text.replace("profile: official", "profile: yucata")


def other_colours(text: str) -> str:
    """White's stones are black's, and the other way round."""
    other = {"black": "white", "white": "black"}
    return re.sub(r"\b(black|white)\b", lambda found: other[found[1]], text)


def other_sides(text: str) -> str:
    """The temple counts otherwise; everybody moves as before."""
    other = text.replace("temple=A", "temple=D")
    return "\n".join(line for line in other.splitlines() if not line.startswith("result")) + "\n"


def test_one_game_under_other_colours_and_another_profile_is_rated_once(
    ana: Account, ben: Account
) -> None:
    game = game_of(submit(ana, log()))
    attest(ben, game)
    for again in [other_profile(log()), other_colours(log()), other_colours(other_profile(log()))]:
        assert again != log()
        for by in (ana, ben):
            one = submit(by, again).submissions.get()
            assert (one.status, one.game) == (Status.DUPLICATE, game)
    fold_pending()
    assert Game.objects.count() == 1
    assert RatingChange.objects.filter(pool="overall").count() == 2


def other_figure(text: str, space: object = 1) -> str:
    """The figure of pyramid D starts elsewhere; everybody moves as before."""
    moved = text.replace("\nseats:", f"\nfigure: {space}\nseats:", 1)
    assert moved != text
    return moved


def test_one_game_with_another_start_of_the_figure_is_rated_once(
    ana: Account, ben: Account
) -> None:
    text = log(sites="ADAAA")
    game = game_of(submit(ana, text))
    attest(ben, game)
    for space in (1, 7, 13):
        one = submit(ben, other_figure(text, space)).submissions.get()
        assert (one.status, one.game) == (Status.DUPLICATE, game)
        assert difference_sentences(one.differs) == [
            f"it is the same game with another place of the figure: {space} in the uploaded log, "
            "but – on this site"
        ]
    fold_pending()
    assert RatingChange.objects.filter(pool="overall").count() == 2


@pytest.mark.parametrize(
    ("sites", "space"),
    [
        ("AAAAA", "1"),
        ("ADAAA", "14"),
        ("ADAAA", "-1"),
        ("ADAAA", "٣"),
        ("ADAAA", "9" * 5000),
        ("ADAAA", "1e3"),
    ],
)
def test_a_start_that_the_figure_cannot_have_is_refused_with_its_line(
    ana: Account, sites: str, space: str
) -> None:
    one = submit(ana, other_figure(log(sites=sites), space)).submissions.get()
    assert one.status == Status.REFUSED
    assert "figure" in str(one.refusal)
    assert len(str(one.refusal)) < 1000
    assert not Game.objects.exists()


def test_an_upload_of_it_again_is_answered_that_it_is_the_same(ana: Account, ben: Account) -> None:
    submit(ana, log())
    one = submit(ben, other_colours(other_profile(log()))).submissions.get()
    assert difference_sentences(one.differs) == [
        "it is the same game with the colours exchanged",
        "it is the same game with another profile: yucata in the uploaded log, but official on "
        "this site",
    ]
    assert not one.game.attestations.filter(account=ben).exists()  # not that very log


def test_both_at_once_in_one_upload_are_one_game(ana: Account, ben: Account) -> None:
    upload = submit(ana, log() + other_colours(log()) + other_profile(log()))
    statuses = list(upload.submissions.order_by("number").values_list("status", flat=True))
    assert statuses == [Status.VERIFIED, Status.DUPLICATE, Status.DUPLICATE]


def test_seats_are_contested_through_exchanged_colours_too(ana: Account, ben: Account) -> None:
    game = game_of(submit(account("thief"), log().replace("@ana", "@thief")))
    submit(ana, other_colours(log()))
    assert standing_of(game) == Standing.CONTESTED


def test_a_void_game_does_not_come_back_under_other_colours(ana: Account, ben: Account) -> None:
    game = game_of(submit(ana, log()))
    void(account("mo", moderator=True), game, "It was never played.")
    one = submit(ana, other_colours(log())).submissions.get()
    assert (one.status, one.game) == (Status.DUPLICATE, game)
    assert difference_sentences(one.differs)[0].startswith("the game is void: It was never played.")


def test_a_void_game_of_the_wrong_sides_makes_room_for_the_right_ones(
    ana: Account, ben: Account
) -> None:
    mo = account("mo", moderator=True)
    wrong = game_of(submit(ana, other_sides(log())))
    assert submit(ana, log()).submissions.get().game == wrong
    void(mo, wrong, "They played the other temple.")
    assert game_of(submit(ana, log())) != wrong
    with pytest.raises(Conflict):
        restore(mo, wrong, "Both.")


def test_games_from_before_stay_and_the_later_one_of_two_is_marked(
    ana: Account, ben: Account
) -> None:
    """As the migration does it."""
    first = game_of(submit(ana, log()))
    Identity.objects.all().delete()
    LogMark.objects.all().delete()
    second = game_of(submit(ben, other_colours(log())))
    third = game_of(submit(ben, log(seed=2)))
    Identity.objects.all().delete()
    for game in (first, second):
        attest(ana, game)
        attest(ben, game)
    module = import_module("games.migrations.0012_identities")
    apps = ChainLoader(connection).project_state(("games", "0012_identities")).apps
    for _ in range(2):  # broken off, and again
        module.identify(apps, connection.schema_editor())
    assert dict(Identity.objects.values_list("game_id", "holds")) == {
        first.pk: True,
        second.pk: False,
        third.pk: True,
    }
    assert Game.objects.filter(standing=Standing.COUNTED).count() == 2
    assert submit(ana, other_profile(log())).submissions.get().game == first


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_make_one_game_of_it() -> None:
    ana = account("ana")
    account("ben")
    for seed in range(1, 9):
        texts = [log(seed), other_profile(log(seed)), other_colours(log(seed))]
        waiting = [store_upload(ana, text.encode(), "x", Channel.PAGE)[1] for text in texts]
        start = threading.Barrier(len(waiting))
        failed: list[Exception] = []

        def work(ids: list[int], start: threading.Barrier, failed: list[Exception]) -> None:
            try:
                start.wait(10)
                verify_submissions(ids)
            except Exception as error:
                failed.append(error)
            finally:
                connections.close_all()

        threads = [threading.Thread(target=work, args=(ids, start, failed)) for ids in waiting]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        assert not failed
        assert Game.objects.count() == Identity.objects.count() == seed
