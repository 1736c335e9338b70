"""An example league, so that every page of a new site shows something."""
