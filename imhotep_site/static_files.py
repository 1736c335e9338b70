"""How static files are collected: under names that change with what is in them."""

from django.contrib.staticfiles.storage import ManifestStaticFilesStorage


class NamedByContent(ManifestStaticFilesStorage):
    """Modules import each other by such names too, so that a browser may keep every file for ever
    and never runs an old one beside a new one."""

    support_js_module_import_aggregation = True
