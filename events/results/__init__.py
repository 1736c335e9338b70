"""Results of an event's tables: slips, games of the record, rulings, and the standings."""
