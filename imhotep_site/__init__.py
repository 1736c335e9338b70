"""The wiring of the site: settings, addresses, workers, the front, the supervisor.

``pipeline`` says once what follows a changed standing. No other package imports it, and it
never holds a rule of the game or of the record.

It imports nothing: supervisor and clock run without Django. ``apps`` imports the Celery
application.
"""
