"""The web without a game: paging, limits, errors, the API's machinery, languages, template tags.

Everything here would serve another site as well. It knows no game, no account model and no setting
of a package above it; accounts come in as Django's own.
"""
