#!/usr/bin/env python
"""Django's command line for this site."""

import gc
import os
import sys

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "imhotep_site.settings")
    gc.set_threshold(20_000, 10, 10)  # imports make many objects and no garbage
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)
