"""The ASGI application, for uvicorn."""

import gc
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")

gc.disable()  # imports make many objects and no garbage
django.setup(set_prefix=False)

from imhotep_site.checks import refuse_unsafe_start  # noqa: E402
from imhotep_site.database import keep_open  # noqa: E402  (Django is set up by now)
from imhotep_site.front.bodies import Bodies  # noqa: E402
from imhotep_site.front.connection import raise_limit_of_files  # noqa: E402
from imhotep_site.front.probes import Probes  # noqa: E402
from imhotep_site.front.request_ids import RequestIds  # noqa: E402
from imhotep_site.front.spool import Spool  # noqa: E402
from imhotep_site.front.time_limit import TimeLimit  # noqa: E402
from imhotep_site.handler import Handler  # noqa: E402
from imhotep_site.metrics.shared import begin_sharing  # noqa: E402
from imhotep_site.tracing import begin_tracing  # noqa: E402
from tables.ending import begin_signs  # noqa: E402

refuse_unsafe_start()
begin_tracing("imhotep-web")
raise_limit_of_files()
keep_open()
sys.setswitchinterval(0.0005)  # the event loop answers between the steps of a thread that works
gc.collect()
gc.enable()
gc.freeze()  # what is here at the start stays: no answer waits while the collector looks at it
application = RequestIds(Probes(Bodies(TimeLimit(Spool(Handler())))))  # type: ignore[arg-type]  # Django: any dict
begin_signs()
begin_sharing()
