"""Addresses of organised play."""

from django.urls import URLPattern, URLResolver, path

from events.views import at_table, organise, pages

urlpatterns: list[URLPattern | URLResolver] = [
    path("events/", pages.events_page, name="events"),
    path("events/new/", pages.new_event, name="event-new"),
    path("events/at/", at_table.find_table, name="event-find-table"),
    path("events/at/<str:code>/", at_table.event_table_page, name="event-table"),
    path("events/at/<str:code>/record/", at_table.record_table, name="event-table-record"),
    path("events/at/<str:code>/change/", at_table.change_table, name="event-table-change"),
    path("events/<int:event_id>/", pages.event_page, name="event"),
    path("events/<int:event_id>/enter/", pages.enter, name="event-enter"),
    path("events/<int:event_id>/wall/", pages.wall_page, name="event-wall"),
    path("events/<int:event_id>/settings/", pages.event_settings, name="event-settings"),
    path("events/<int:event_id>/organise/", organise.organise_page, name="event-organise"),
    path("events/<int:event_id>/codes/", organise.codes_page, name="event-codes"),
    path("events/<int:event_id>/change/", organise.change_event_by_arbiter, name="event-change"),
]
