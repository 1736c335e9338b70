"""How people log in: what is ours of django-allauth. ``docs/decisions/accounts.md``."""
