"""How people log in: the settings of django-allauth. ``games/accounts/`` has our part of it."""

ACCOUNT_ADAPTER = "games.accounts.adapter.Adapter"
ACCOUNT_FORMS = {
    "login": "games.accounts.forms.LoginForm",
    "signup": "games.accounts.forms.SignUpForm",
    "reauthenticate": "games.accounts.forms.PasswordAgainForm",
    "change_password": "games.accounts.forms.ChangePasswordForm",
    "set_password": "games.accounts.forms.SetPasswordForm",
    "reset_password": "games.accounts.forms.ForgottenForm",
    "reset_password_from_key": "games.accounts.forms.NewPasswordForm",
    "add_email": "games.accounts.forms.AddressForm",
}
ACCOUNT_LOGIN_METHODS = {"username"}
"""The form takes a verified address too, and looks up its handle."""
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_PRESERVE_USERNAME_CASING = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS = False
"""A user sent to the login because their account may not see a page can log in with another."""

ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_CHANGE_EMAIL = True
"""One address an account; a new one takes the place of the old when it is verified."""
ACCOUNT_PREVENT_ENUMERATION = "strict"
"""An address may be claimed by several accounts; one of them can verify it."""
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_CONFIRMATION_AUTHENTICATED_REDIRECT_URL = "/accounts/email/"

ACCOUNT_REAUTHENTICATION_REQUIRED = True
"""To change addresses and second factors, within ``ACCOUNT_REAUTHENTICATION_TIMEOUT`` seconds."""
ACCOUNT_REAUTHENTICATION_TIMEOUT = 300
ACCOUNT_RATE_LIMITS = MFA_RATE_LIMITS = False
"""``web.rate_limits`` counts: atomically, by account and by address, and without Redis too."""

MFA_ADAPTER = "games.accounts.factors.Factors"
MFA_FORMS = {
    "authenticate": "games.accounts.forms.CodeForm",
    "reauthenticate": "games.accounts.forms.CodeAgainForm",
    "activate_totp": "games.accounts.forms.AddAppForm",
    "add_webauthn": "games.accounts.forms.AddPasskeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_TOLERANCE = 1
"""Steps of 30 seconds by which a clock may differ."""
MFA_RECOVERY_CODES_SHOW_ONCE = True
MFA_ALLOW_UNVERIFIED_EMAIL = True
"""Login is by handle: an unverified address is no way in."""

USERSESSIONS_TRACK_ACTIVITY = False
"""A page does not write when an account was last seen."""
