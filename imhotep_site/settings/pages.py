"""Settings: what pages of the inner layers show and link to of the layers further out."""

OUTSIDE_PAGES = {
    "browsers": "notices",
    "club": "club",
    "api": "api-docs",
    "deal of the week": "week-deal",
    "dump": "dump",
    "event": "event",
    "series": "series",
    "fair dealing": "fair-dealing",
    "head to head": "player-against",
    "home": "home",
    "play on": "play-on",
    "puzzles": "puzzles",
    "player": "player",
    "recorder": "record",
    "releases": "releases",
    "release": "release",
    "why": "why",
    "impact of an edition": "impact-begin",
    "statistics": "stats",
    "open data": "stats-files",
}
"""Pages further out that pages of `games` link to: what they call it, and the name of its URL."""

SLOTS = {
    "about verified": ["releases/partials/about.html"],
    "result": ["ratings/partials/result.html"],
    "judged": ["releases/partials/of_game.html"],
    "kept game": ["transparency/partials/in_file.html"],
    "analysis": ["reviews/partials/of_game.html"],
    "replay keys": ["reviews/partials/keys.html"],
    "replay tools": ["reviews/partials/tool.html"],
    "account": ["tables/partials/of_account.html"],
    "game": [
        "ratings/partials/of_game.html",
        "puzzles/partials/of_game.html",
        "events/partials/of_game.html",
    ],
    "own games": ["events/partials/deal_calls.html"],
    "vouched": ["events/partials/words.html"],
    "game proof": ["transparency/partials/of_game.html"],
    "game over": ["reviews/partials/costliest.html"],
    "games": ["ratings/partials/shelves.html"],
    "player": ["tables/partials/of_player.html", "puzzles/partials/of_player.html"],
    "listed player": ["tables/partials/listed_player.html"],
    "table": ["events/partials/of_table.html"],
    "challenge": ["tables/partials/challenge.html"],
    "player's picture": ["stats/partials/of_player.html"],
}
"""Templates that outer packages put into pages: by slot, in order."""

FORM_RENDERER = "imhotep_site.form_renderer.Renderer"
"""Plain inputs and selects are written without templates."""
