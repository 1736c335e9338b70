"""Addresses of organised play."""

from django.urls import URLPattern, URLResolver, path

from events.clubs.views import changes
from events.clubs.views import pages as club_pages
from events.views import (
    at_table,
    calendars,
    deals,
    organise,
    pages,
    pictures,
    reporting,
    series_changes,
    series_pages,
    weeks,
)

CLUB = "clubs/<slug:slug>"
SERIES = "series/<int:series_id>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("events/", pages.events_page, name="events"),
    path("events/new/", pages.new_event, name="event-new"),
    path("events/at/", at_table.find_table, name="event-find-table"),
    path("events/at/<str:code>/", at_table.event_table_page, name="event-table"),
    path("events/at/<str:code>/record/", at_table.record_table, name="event-table-record"),
    path("events/at/<str:code>/change/", at_table.change_table, name="event-table-change"),
    path("events/<int:event_id>/", pages.event_page, name="event"),
    path("events/<int:event_id>/enter/", pages.enter, name="event-enter"),
    path("events/<int:event_id>/deals/", deals.event_deals, name="event-deals"),
    path("events/<int:event_id>/deals/<int:number>/", deals.deal_page, name="event-deal"),
    path("events/<int:event_id>/wall/", pages.wall_page, name="event-wall"),
    path("events/<int:event_id>/live/", pages.live_page, name="event-live"),
    path(
        "events/<int:event_id>/calendar.ics", calendars.event_calendar_file, name="event-calendar"
    ),
    path("events/<int:event_id>/card.png", pictures.event_card_png, name="event-card"),
    path("events/<int:event_id>/schedule/", pages.schedule_page, name="event-schedule"),
    path("events/<int:event_id>/settings/", pages.event_settings, name="event-settings"),
    path("events/<int:event_id>/organise/", organise.organise_page, name="event-organise"),
    path("events/<int:event_id>/codes/", organise.codes_page, name="event-codes"),
    path("events/<int:event_id>/change/", organise.change_event_by_arbiter, name="event-change"),
    path("deal-of-the-week/", weeks.week_page, name="week-deal"),
    path("deal-of-the-week/<int:year>/<int:week>/", weeks.week_results_page, name="week-results"),
    path("deal-of-the-week/<int:year>/<int:week>/small.svg", weeks.week_picture, name="week-small"),
    path("series/new/", series_changes.new_series, name="series-new"),
    path(f"{SERIES}/", series_pages.series_page, name="series"),
    path(f"{SERIES}/board.csv", series_pages.series_csv, name="series-csv"),
    path(f"{SERIES}/settings/", series_changes.series_settings, name="series-settings"),
    path(f"{SERIES}/organise/", series_changes.organise_series, name="series-organise"),
    path(f"{SERIES}/change/", series_changes.change_series_part, name="series-change"),
    path(f"{SERIES}/report/", reporting.report_series_page, name="series-report"),
    path(f"{SERIES}/next/", series_changes.next_season, name="series-next"),
    path("events/<int:event_id>/report/", reporting.report_event_page, name="event-report"),
    path("clubs/", club_pages.club_list, name="clubs"),
    path("clubs/new/", changes.new_club, name="club-new"),
    path("clubs/join/<slug:token>/", changes.join_page, name="club-join"),
    path("clubs/game/<game:game_id>/", changes.change_game, name="club-game"),
    path(f"{CLUB}/", club_pages.club_page, name="club"),
    path(f"{CLUB}/members/", club_pages.club_members, name="club-members"),
    path(f"{CLUB}/games/", club_pages.club_game_list, name="club-games"),
    path(f"{CLUB}/vouch/", changes.vouch_page, name="club-vouch"),
    path(f"{CLUB}/calendar.ics", calendars.club_calendar_file, name="club-calendar"),
    path(f"{CLUB}/feed/", club_pages.club_feed, name="club-feed"),
    path(f"{CLUB}/manage/", changes.manage_page, name="club-manage"),
    path(f"{CLUB}/invitations/", changes.change_invitation, name="club-invitation"),
    path(f"{CLUB}/member/", changes.change_member, name="club-member"),
    path(f"{CLUB}/accept/", changes.accept_page, name="club-accept"),
    path(f"{CLUB}/leave/", changes.leave_page, name="club-leave"),
    path(f"{CLUB}/end/", changes.end_page, name="club-end"),
    path(f"{CLUB}/report/", reporting.report_club_page, name="club-report"),
]
