"""The embedded default: one command, one folder, all processes of the site on one machine."""
