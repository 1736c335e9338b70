"""Acts of events: written with every change, each with a leaf in the transparency log."""
