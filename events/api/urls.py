"""Addresses of the API that need organised play. They have no slash at the end."""

from django.urls import URLPattern, URLResolver, path

from events.api import event_deals, event_plans, event_tables, views, week_views
from events.api import event_views as events
from events.api import series_views as series

EVENT = "events/<int:event_id>"
SERIES = "series/<int:series_id>"
TABLE = f"{EVENT}/tables/<int:event_table>"

urlpatterns: list[URLPattern | URLResolver] = [
    path("clubs", views.Clubs.as_view(), name="api-clubs"),
    path("clubs/join", views.ClubEntry.as_view(), name="api-club-join"),
    path("clubs/<slug:slug>", views.ClubDetail.as_view(), name="api-club"),
    path("clubs/<slug:slug>/members", views.ClubMembers.as_view(), name="api-club-members"),
    path("week-deal", week_views.CurrentWeekDeal.as_view(), name="api-week-deal"),
    path(
        "week-deal/<int:year>/<int:week>",
        week_views.WeekDealDetail.as_view(),
        name="api-week-results",
    ),
    path("events", events.Events.as_view(), name="api-events"),
    path(EVENT, events.EventDetail.as_view(), name="api-event"),
    path(f"{EVENT}/standings", events.EventStandings.as_view(), name="api-event-standings"),
    path(f"{EVENT}/codes", events.EventCodes.as_view(), name="api-event-codes"),
    path(f"{EVENT}/entry", events.EventEntry.as_view(), name="api-event-entry"),
    path(f"{EVENT}/entrants", events.EventEntrants.as_view(), name="api-event-entrants"),
    path(
        f"{EVENT}/entrants/<int:number>/withdrawal",
        events.EntrantWithdrawal.as_view(),
        name="api-event-withdrawal",
    ),
    path(
        f"{EVENT}/entrants/<int:number>/team",
        event_plans.EntrantTeam.as_view(),
        name="api-event-team",
    ),
    path(f"{EVENT}/seeds", event_plans.EventSeeds.as_view(), name="api-event-seeds"),
    path(f"{EVENT}/groups", event_plans.EventGroups.as_view(), name="api-event-groups"),
    path(f"{EVENT}/plan", event_plans.EventPlan.as_view(), name="api-event-plan"),
    path(f"{EVENT}/timer", event_plans.EventTimer.as_view(), name="api-event-timer"),
    path(f"{EVENT}/deals", event_deals.EventDeals.as_view(), name="api-event-deals"),
    path(
        f"{EVENT}/deals/tables",
        event_deals.EventDealTables.as_view(),
        name="api-event-deal-tables",
    ),
    path(
        f"{EVENT}/deals/<int:number>",
        event_deals.EventDealComparison.as_view(),
        name="api-event-deal",
    ),
    path(f"{EVENT}/rounds/all", event_plans.EventAllRounds.as_view(), name="api-event-all-rounds"),
    path(f"{EVENT}/rounds", event_tables.EventRounds.as_view(), name="api-event-rounds"),
    path(f"{EVENT}/tables", event_tables.EventTables.as_view(), name="api-event-tables"),
    path(f"{TABLE}/slip", event_tables.TableSlip.as_view(), name="api-event-slip"),
    path(
        f"{TABLE}/confirmation",
        event_tables.TableConfirmation.as_view(),
        name="api-event-confirmation",
    ),
    path(f"{TABLE}/dispute", event_tables.TableDispute.as_view(), name="api-event-dispute"),
    path(f"{TABLE}/game", event_tables.EventTableGame.as_view(), name="api-event-game"),
    path(f"{TABLE}/ruling", event_tables.TableRuling.as_view(), name="api-event-ruling"),
    path(
        f"{TABLE}/dissolution",
        event_tables.TableDissolution.as_view(),
        name="api-event-dissolution",
    ),
    path(f"{EVENT}/penalties", event_tables.EventPenalties.as_view(), name="api-event-penalties"),
    path(
        f"{EVENT}/penalties/<int:ruling>/lifting",
        event_tables.PenaltyLifting.as_view(),
        name="api-event-penalty-lifting",
    ),
    path(
        f"{EVENT}/announcements",
        events.EventAnnouncements.as_view(),
        name="api-event-announcements",
    ),
    path(f"{EVENT}/end", events.EventEnd.as_view(), name="api-event-end"),
    path(f"{EVENT}/arbiters", events.EventArbiters.as_view(), name="api-event-arbiters"),
    path(
        f"{EVENT}/arbiters/<str:handle>",
        events.EventArbiterDetail.as_view(),
        name="api-event-arbiter",
    ),
    path("series", series.SeriesList.as_view(), name="api-series-list"),
    path(SERIES, series.SeriesDetail.as_view(), name="api-series"),
    path(f"{SERIES}/events", series.SeriesEvents.as_view(), name="api-series-events"),
    path(
        f"{SERIES}/events/<int:event_id>/removal",
        series.SeriesEventRemoval.as_view(),
        name="api-series-event-removal",
    ),
    path(f"{SERIES}/divisions", series.SeriesDivisions.as_view(), name="api-series-divisions"),
    path(
        f"{SERIES}/divisions/<int:number>/players",
        series.DivisionPlayers.as_view(),
        name="api-series-division-players",
    ),
    path(
        f"{SERIES}/players/<int:player_id>", series.SeriesPlayer.as_view(), name="api-series-player"
    ),
    path(
        f"{SERIES}/players/<int:player_id>/leaving",
        series.PlayerLeaving.as_view(),
        name="api-series-player-leaving",
    ),
    path(f"{SERIES}/guests", series.SeriesGuests.as_view(), name="api-series-guests"),
    path(
        f"{SERIES}/guests/<int:guest_id>/answer",
        series.SeriesGuestAnswer.as_view(),
        name="api-series-guest-answer",
    ),
    path(f"{SERIES}/promotion", series.SeriesPromotion.as_view(), name="api-series-promotion"),
    path(f"{SERIES}/next", series.SeriesNext.as_view(), name="api-series-next"),
]
