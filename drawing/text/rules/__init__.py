"""The rules in short: one sentence for each thing on the table, and where the whole text stands."""
