"""Settings: what pages of the inner layers show and link to of the layers further out."""

OUTSIDE_PAGES = {
    "browsers": "notices",
    "api": "api-docs",
    "fair dealing": "fair-dealing",
    "home": "home",
    "play on": "play-on",
    "player": "player",
    "recorder": "record",
}
"""Pages further out that pages of `games` link to: what they call it, and the name of its URL."""

SLOTS = {
    "account": ["tables/partials/of_account.html"],
    "game": ["ratings/partials/of_game.html"],
    "games": ["ratings/partials/shelves.html"],
    "player": ["tables/partials/of_player.html"],
}
"""What further layers put into a page of `games` or `ratings`: by slot, templates in order."""
