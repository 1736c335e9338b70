"""How people log in: what is ours of django-allauth. Decision 0020."""
