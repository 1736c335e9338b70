"""Addresses of the printed numbers."""

from django.urls import path

from games.editions.views import numbers

urlpatterns = [
    path("rules/numbers/", numbers.printed_numbers, name="numbers"),
    path("rules/numbers/make/", numbers.make_edition_page, name="numbers-make"),
    path("rules/numbers/<str:name>.toml", numbers.edition_toml, name="numbers-toml"),
    path("rules/numbers/<str:name>/", numbers.board_numbers_page, name="numbers-board"),
    path("rules/numbers/<str:edition>/wrong/", numbers.mark_edition, name="numbers-wrong"),
    path(
        "rules/numbers/<str:edition>/<str:name>.svg",
        numbers.board_of_edition,
        name="numbers-picture",
    ),
    path("numbers/<int:number>/confirm/", numbers.confirm_proposal, name="numbers-confirm"),
    path("numbers/<int:number>/withdraw/", numbers.withdraw_proposal, name="numbers-withdraw"),
    path("numbers/<int:number>/hide/", numbers.hide_proposal_note, name="numbers-hide"),
]
