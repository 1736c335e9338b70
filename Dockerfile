# The engine compiled from its own source; neither compiler nor mypy goes into the image.
FROM python:3.11-slim AS compiled

ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /site
COPY requirements/fast.lock requirements/
RUN pip install --require-hashes --no-deps -r requirements/fast.lock
COPY fast.py ./
COPY engine engine
RUN python fast.py

# The Python for browsers, as npm packs it; the site checks its digest and keeps what it needs.
FROM node:24-slim AS pyodide

WORKDIR /pyodide
COPY tables/recorder/runtime.py ./
RUN npm pack --silent --ignore-scripts \
    "pyodide@$(sed -n 's/^VERSION: Final = "\(.*\)"$/\1/p' runtime.py)" && mv pyodide-*.tgz pyodide.tgz

FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 IMHOTEP_DATA=/site/data

WORKDIR /site
COPY requirements/site.lock requirements/tracing.lock requirements/
RUN pip install --require-hashes --no-deps -r requirements/site.lock && \
    pip install --require-hashes --no-deps -r requirements/tracing.lock
COPY manage.py ./
COPY engine engine
COPY --from=compiled /site/engine/__compiled__ engine/__compiled__
RUN IMHOTEP_ENGINE=compiled python -c 'import engine'
COPY drawing drawing
COPY web web
COPY games games
COPY ratings ratings
COPY audit audit
COPY tables tables
COPY events events
COPY insights insights
COPY archive archive
COPY imhotep_site imhotep_site
COPY templates templates
COPY static static
COPY docs docs
COPY locale locale
RUN --mount=type=bind,from=pyodide,source=/pyodide,target=/pyodide \
    python manage.py fetch_pyodide --from /pyodide/pyodide.tgz
# Nothing of a production site lies in the data folder but static files, and Pyodide.
RUN python manage.py collectstatic --no-input --verbosity 0 && useradd --system imhotep \
    && install -d -o imhotep /record
USER imhotep
