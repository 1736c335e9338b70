"""The picture of a link to an event."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from events.models import Event
from events.results.ending import end_event
from events.views.pictures import card_of_event
from tests.cast import client_of
from tests.worlds.evenings import evening

pytestmark = pytest.mark.django_db


def test_the_page_names_a_png_that_is_painted_once() -> None:
    world = evening("Mia", "Tom")
    address = reverse("event-card", args=[world.event.pk])
    page = client_of(None).get(reverse("event", args=[world.event.pk])).content.decode()
    assert f'<meta property="og:image" content="http://testserver{address}">' in page
    answer = client_of(None).get(address)
    assert answer["Content-Type"] == "image/png"
    assert answer.content.startswith(b"\x89PNG")
    assert client_of(None).get(address).content == answer.content
    assert client_of(None).get(reverse("event-card", args=[0])).status_code == 404


def test_it_shows_the_round_then_the_podium() -> None:
    world = evening("Mia", "Tom", "Ada", "Bob")
    assert "Thursday at the Anchor" in card_of_event(world.event)
    assert "Mia" not in card_of_event(world.event)
    world.report(world.seat("Mia", "Tom", "Ada", "Bob"), 30, 41, 22, 10)
    running = card_of_event(world.event)
    assert "Round 1" in running
    assert "1. Tom" in running
    end_event(world.event.pk, world.ida)
    over = card_of_event(Event.objects.get(pk=world.event.pk))
    assert "Round 1" not in over
    assert "3. Ada" in over
    assert "Bob" not in over


def test_hidden_names_and_results_are_not_on_it() -> None:
    world = evening("Mia", "Tom", rounds_planned=2, hides_end=True)
    world.report(world.seat("Mia", "Tom"), 40, 30)
    assert ">5<" not in card_of_event(world.event)
    world.event.entrants.filter(guest="Mia").update(hidden_at=timezone.now())
    Event.objects.filter(pk=world.event.pk).update(hidden_at=timezone.now(), name="<b>Insult")
    card = card_of_event(Event.objects.get(pk=world.event.pk))
    assert "Insult" not in card
    assert "Mia" not in card
    assert f"Event {world.event.pk}" in card


def test_a_name_of_markup_is_text() -> None:
    world = evening()
    world.event.name = "<script>&"
    assert "&lt;script&gt;&amp;" in card_of_event(world.event)


def test_an_entrant_without_a_rank_is_not_on_the_card() -> None:
    world = evening("Mia", "Tom", "Zoe", least_games=2)
    world.report(world.seat("Mia", "Tom"), 40, 30)
    assert "Mia" not in card_of_event(world.event)
