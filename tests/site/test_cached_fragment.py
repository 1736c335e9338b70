"""Parts of pages that a process renders once: never what another visitor asked for."""

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils.translation import override


def test_it_is_rendered_once_a_key_and_a_language() -> None:
    page = Template(
        "{% load cached_fragment i18n %}{% kept key %}{{ n }} {% translate 'Games' %}{% endkept %}"
    )

    def said(key: str, n: int) -> str:
        return page.render(Context({"key": key, "n": n}))

    assert [said("a", 1), said("a", 2), said("b", 3), said("", 4), said("", 5)] == [
        *("1 Games", "1 Games", "3 Games", "4 Games", "5 Games")
    ]
    with override("de"):
        assert said("a", 6) == "6 Partien"
    assert said("a", 7) == "1 Games"


FILTERS = re.compile(r'<details class="filters".*?</form>\s*</details>', re.DOTALL)


def filters(client: Client, query: str = "", language: str = "en") -> str:
    page = client.get(f"/games/{query}", headers={"accept-language": language})
    (filters,) = FILTERS.findall(page.content.decode())
    return str(filters)


@pytest.mark.django_db
def test_the_filters_of_one_visitor_are_not_shown_to_the_next() -> None:
    client, other = Client(), Client()
    fresh = filters(client)
    asked = "?q=won&player=%40ana&players=3&market=B&played_after=2026-01-01&sort=points"
    for query in (asked, "?q=%3Cb%3E", "?players=99", "?pick=add&pick-number=7", "?after=x"):
        client.get(f"/games/{query}")
        assert filters(other) == fresh
    assert 'value="@ana"' in filters(client, asked)
    assert filters(client, asked) != fresh
    assert 'name="sort" value="points"' in filters(client, "?sort=points")
    assert 'name="sort"' not in filters(other)
    assert filters(client, language="de") != fresh
    assert filters(other) == fresh
