"""How static files are collected: under names that change with what is in them, and packed."""

from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class NamedByContent(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Modules import each other by such names too, so that a browser may keep every file for ever
    and never runs an old one beside a new one. Beside each file lies the same in gzip, which
    WhiteNoise sends to who accepts it."""

    support_js_module_import_aggregation = True
