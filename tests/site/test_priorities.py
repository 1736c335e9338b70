"""Every address of the site is marked heavy where its view is written, or named here as quick."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.urls import URLPattern, URLResolver, get_resolver

from web.priorities import Priority, heavy, judging, marked_priority

QUICK = frozenset(
    """
    ^api(/|$) about about-record account account-bot account-close account-language
    account-open-data account-pattern account-previews account-reminders account-tokens
    account_change_password
    account_confirm_email account_email account_email_verification_sent account_inactive
    account_login account_logout account_reauthenticate account_reset_password api-account
    account_reset_password_done account_reset_password_from_key
    account_reset_password_from_key_done account_set_password account_signup analysis-ask
    api-agreement api-agreements api-block api-blocks api-books-closings api-confirmations
    api-draft api-draft-by-code api-draft-code api-drafts api-edition api-editions api-game
    api-game-analysis api-game-attestations api-game-discrepancy api-game-discrepancy-choices
    api-game-dispute-withdrawal api-game-disputes api-game-judged api-game-log api-game-note
    api-game-notes api-game-reports api-game-seat-claim-withdrawal api-game-seats api-handles
    api-impact api-impact-differences api-impact-ratings api-lobby-stream api-moderation
    api-occasions api-series-guest-answer api-series-guests
    api-notices api-notices-mail api-notices-read api-offices api-player-reports api-problem
    api-problems api-puzzle api-puzzle-attempts api-puzzle-streak api-release api-releases
    api-reports api-root api-stats api-stats-forecasts api-stats-table api-table
    api-table-cancellation api-table-entries api-table-invitations api-table-legal api-table-moments
    api-table-place api-table-places api-table-promise api-table-rematch api-table-resignation
    api-club api-club-join api-event-announcements api-event-arbiter api-event-arbiters
    api-event-codes
    api-event-confirmation api-event-dispute api-event-dissolution api-event-entrants
    api-event-entry api-event-game api-event-penalties api-event-penalty-lifting
    api-event-ruling api-event-slip api-event-tables api-event-team api-event-timer
    api-event-withdrawal
    api-table-share api-table-stream api-table-take-back api-table-talk api-table-talk-report
    api-tables api-turns-stream api-upload api/v1/ blocks claims club-accept club-end
    club-game club-invitation club-join club-leave club-manage club-member club-new club-report
    club-vouch confirm confirm-agree
    confirm-by-mail discrepancy discrepancy-choose discrepancy-decide dump dump-file
    api-week-deal week-deal week-small
    event-change event-deals event-enter event-find-table event-new event-report event-settings
    event-table
    event-table-change event-table-record fair-dealing
    event-organise
    first-game first-game-act first-game-back first-game-begin first-game-hints first-game-keep
    first-game-moments first-game-previews game game-at game-attest game-dispute game-found
    game-graph game-hints game-log game-log-json game-replay game-report game-reseat game-ships
    game-small game-unclaim game-withdraw healthz home impact impact-begin invitations
    impact-cancel impact-decide imprint language leaderboard leaderboards learn lesson
    lesson-hints lesson-previews licences lobby log log-checkpoint log-consistency log-format
    log-game log-key log-schema log-tile login logout manifest mfa_activate_totp
    mfa_add_webauthn mfa_authenticate mfa_deactivate_totp mfa_edit_webauthn
    mfa_generate_recovery_codes mfa_index mfa_list_webauthn mfa_login_webauthn
    mfa_reauthenticate mfa_reauthenticate_webauthn mfa_remove_webauthn mfa_view_recovery_codes
    moderation moderation-patterns moderation-reports my-tables note note-delete note-hide
    note-new notice-list notices notices-add notices-mail notices-remove notices-stop
    numbers-board numbers-confirm numbers-hide numbers-make numbers-picture numbers-toml
    numbers-withdraw numbers-wrong oembed offline password_change password_change_done
    password_reset password_reset_complete password_reset_confirm password_reset_done
    play-computer play-first play-on play-quick follow presence profile player-against
    player-claim player-field player-report privacy puzzle puzzle-archive puzzle-hints
    puzzle-moments puzzle-own puzzle-own-hints puzzle-own-moments puzzle-own-previews
    puzzle-own-try puzzle-previews puzzle-small puzzle-try puzzles puzzles-mine quay readyz
    record record-kept record-pyodide record-python record-worker release releases reports rules
    rules-page rules-search saved-search saved-searches scheme search-words service-worker
    sign-up-invitation signup stats stats-file stats-files stats-forecasts stats-month
    stats-month-file stats-openings stats-table
    series-change series-new series-report series-settings
    submission table table-act table-block table-cancel table-computer table-decline table-guest
    table-guest-chat table-guest-free table-guest-new-link table-harder table-hints table-invite
    table-leave table-log table-new table-previews table-promise table-rematch table-report
    table-resign table-say table-seat table-share table-sit table-small table-stand-up
    table-take-back table-talk table-unseat trust turns upload-detail upload-status
    usersessions_list """.split()  # noqa: SIM905
)
"""Work that does not grow with the record: one game, one table, one account, or a sum that is kept.
A new page is marked ``@heavy`` beside its view, or gets its name here."""


def addresses(
    patterns: Sequence[URLPattern | URLResolver] | None = None, before: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    """All but the admin's, which are heavy together."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield route, pattern
        elif route != "admin/":
            yield from addresses(pattern.url_patterns, route)


def test_every_address_is_heavy_or_quick():
    unmarked = {
        pattern.name or route
        for route, pattern in addresses()
        if marked_priority(pattern.callback) is Priority.QUICK
    }
    assert unmarked - QUICK == set(), "mark them @heavy, or say above that they are quick"
    assert QUICK - unmarked == set(), "these are marked, or gone"


def test_a_slash_at_the_end_changes_no_priority():
    found = defaultdict(set)
    for route, pattern in addresses():
        found[route.rstrip("/")].add(marked_priority(pattern.callback))
    assert {route: kinds for route, kinds in found.items() if len(kinds) > 1} == {}
    assert found["api/v1/schema"] == {Priority.HEAVY}


def test_pages_that_search_list_or_judge_are_marked():
    named = {pattern.name: marked_priority(pattern.callback) for _, pattern in addresses()}
    for name in ("games", "players", "api-games-export", "game-card", "what-if", "analysis"):
        assert named[name] is Priority.HEAVY, name
    for name in ("dry-run", "dry-run-replay"):
        assert named[name] is Priority.DRY_RUN, name


def test_a_mark_is_of_one_view_alone():
    def view() -> None: ...

    def other() -> None: ...

    assert marked_priority(heavy(view)) is Priority.HEAVY
    assert marked_priority(other) is Priority.QUICK
    assert marked_priority(judging(other)) is Priority.DRY_RUN
