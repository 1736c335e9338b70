"""How the API is set up: REST framework, its throttles, its schema. Imported by the settings."""

from typing import Any

from web.api.problem_kinds import COMPONENTS, GAME_ID

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "games.accounts.api_authentication.TokenAuthentication",
        "games.accounts.api_authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.AllowAny"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["web.api.negotiation.JsonBody"],
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "web.api.negotiation.Negotiation",
    "DEFAULT_THROTTLE_CLASSES": ["web.api.throttles.WindowThrottle"],
    "DEFAULT_SCHEMA_CLASS": "web.api.schema.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "web.api.problems.handle",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

API_THROTTLES: dict[str, tuple[str, str]] = {
    "any": ("1200/minute", "300/minute"),
    "upload": ("240/minute", "30/minute"),
    "dry_run": ("240/minute", "60/minute"),
    "act": ("600/minute", "0/minute"),
    "look": ("3000/minute", "600/minute"),
    "stream": ("240/minute", "120/minute"),
}
"""For an account, and for the others by address. Uploads that are stored, and entries
at tables, need a login. A stream counts when it is opened, however long it stays."""

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Imhotep record",
    "VERSION": "1.0.0",
    "DESCRIPTION": "Games of the board game Imhotep, with replays, proofs and ratings. "
    "Every error has one shape, problem details (RFC 9457). Ratings are whole thousandths of a "
    "point.",
    "LICENSE": {"name": "MIT"},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "SORT_OPERATIONS": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "PATH_CONVERTER_OVERRIDES": {"game": GAME_ID},
    "APPEND_COMPONENTS": COMPONENTS,
    "ENUM_NAME_OVERRIDES": {
        "HolderRole": "games.api.serializers.moderation.ROLES",
        "ModeratorRole": "games.api.serializers.moderation.MODERATOR_ROLES",
        "DeedKind": "games.models.moderation.Kind.choices",
        "KindEnum": "games.replays.api.notes.KINDS",
        "Standing": "games.models.game.Standing.choices",
        "SubmissionStatus": "games.models.upload.Status.choices",
        "Channel": "games.models.upload.Channel.choices",
        "Verdict": "games.models.upload.Verdict.choices",
        "LedgerRowKindEnum": "ratings.models.ELSEWHERE",
        "Pool": "ratings.models.Pool.choices",
        "Which": "games.models.discrepancy.Which.choices",
        "Side": "games.models.game.SIDES",
        "Colour": "tables.api.fields.COLOURS",
        "Level": "tables.api.fields.LEVEL_NAMES",
        "Phase": "tables.models.table.Phase.choices",
        "Pace": "tables.models.table.Pace.choices",
        "TieBreaksEnum": "events.api.event_inputs.TIE_BREAKS",
        "SeriesTieBreak": "events.api.series_inputs.SERIES_TIE_BREAKS",
        "Access": "tables.models.table.Access.choices",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
    ],
}
