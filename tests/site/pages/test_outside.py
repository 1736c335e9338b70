"""What pages of the records show of other layers is put there by the settings."""

from django.template import Context, Template


def shown(text, **context):
    return Template("{% load slots %}" + text).render(Context(context))


def test_a_place_outside_has_the_address_that_the_settings_name(settings):
    settings.OUTSIDE_PAGES = {"player": "player"}
    assert shown("{% outside 'player' 7 %}") == "/players/7/"


def test_a_place_that_the_settings_do_not_name_has_no_address(settings):
    settings.OUTSIDE_PAGES = {}
    assert shown("{% outside 'player' 7 as to %}{% if to %}there{% endif %}") == ""


def test_a_player_that_there_is_not_has_no_address(settings):
    settings.OUTSIDE_PAGES = {"player": "player"}
    assert shown("{% outside 'player' nobody.pk %}") == ""


def test_a_slot_shows_its_templates_in_order_with_the_context_of_the_page(settings):
    settings.SLOTS = {"here": ["partials/field.html", "site/logo.html"]}
    whole = shown("<{% slot 'here' %}>", field="")
    logo = shown('{% include "site/logo.html" %}')
    field = shown('{% include "partials/field.html" %}', field="")
    assert whole == f"<{field}{logo}>"


def test_what_a_template_of_a_slot_sets_stays_in_it(settings):
    settings.SLOTS = {"here": ["games/partials/seat_link.html"]}
    seat = {"player_id": 5, "player": "<mallory>"}
    whole = shown("{% slot 'here' %}|{{ address }}", seat=seat)
    assert whole.strip() == '<a href="/players/5/">&lt;mallory&gt;</a>\n|'


def test_an_empty_slot_shows_nothing(settings):
    settings.SLOTS = {}
    assert shown("{% slot 'here' %}") == ""
