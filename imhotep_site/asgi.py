"""The ASGI application, for uvicorn."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")

django_application = get_asgi_application()

from imhotep_site.body_limit import BodyLimit  # noqa: E402  (Django is set up by now)
from imhotep_site.checks import refuse_unsafe_start  # noqa: E402

refuse_unsafe_start()
application = BodyLimit(django_application)
