"""Rows of a list of games are what templates would make of them, but for spaces between tags."""

import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.models import Game, Standing
from games.queries import games_list
from tests.cast import account, finished_log, game_of, submit

EVIL = "\"><script>alert('x')</script>&amp;"
ROWS = Path(__file__).with_name("game_rows.html").read_text()
"""The same rows as a template."""


def squeezed(html: str) -> str:
    return re.sub(r"\s+(?=<)", "", html).strip()


def by_template(games: list[Game], opens: str) -> str:
    return squeezed(Template(ROWS).render(Context({"games": games, "opens": opens})))


def by_tag(games: list[Game], opens: str) -> str:
    template = Template("{% load game_rows %}{% game_rows games opens %}")
    return squeezed(template.render(Context({"games": games, "opens": opens})))


@pytest.fixture
def games(db: None) -> list[Game]:
    logs = [
        finished_log("white=Zoe black=@ana", "ABCDA", "stonemasons_wager private_ships", seed=3),
        finished_log("black=@ana gray=@ben white=Zoe", seed=4, profile="yucata"),
        finished_log("black=@ana white=Y", seed=5),
    ]
    ana = account("ana")
    account("ben")
    games = [game_of(submit(ana, text)) for text in logs]
    games[0].seats.filter(player=None).update(name=EVIL)
    games[2].seats.filter(player=None).update(name="")
    Game.objects.filter(pk=games[1].pk).update(strength=12345, profile=EVIL[:20])
    return list(games_list())


@pytest.mark.parametrize("locale", ["en", "de", "pl"])
@pytest.mark.parametrize("opens", ["", "q=won&x=%22%3E"])
def test_rows_are_those_of_templates(games: list[Game], locale: str, opens: str) -> None:
    with override(locale):
        assert by_tag(games, opens) == by_template(games, opens)
        for standing in Standing.values:
            for game in games:
                game.standing = standing
            assert by_tag(games, opens) == by_template(games, opens)


def test_no_name_is_more_than_text(games: list[Game]) -> None:
    html = by_tag(games, "")
    assert "<script>" not in html
    assert "&lt;script&gt;" in html
