"""The browser and the site of ``tests/browser``."""

from tests.browser.conftest import (  # noqa: F401
    browser,
    complaints,
    context,
    page,
    running_site,
    site,
)
