FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 PIP_NO_CACHE_DIR=1 \
    PIP_DISABLE_PIP_VERSION_CHECK=1 IMHOTEP_DATA=/site/data

WORKDIR /site
COPY requirements/site.lock requirements/
RUN pip install --require-hashes --no-deps -r requirements/site.lock
COPY manage.py ./
COPY engine engine
COPY drawing drawing
COPY games games
COPY tables tables
COPY ratings ratings
COPY imhotep_site imhotep_site
COPY templates templates
COPY static static
COPY docs docs
# Nothing of a production site lies in the data folder but the static files.
RUN python manage.py collectstatic --no-input --verbosity 0 && useradd --system imhotep
USER imhotep
