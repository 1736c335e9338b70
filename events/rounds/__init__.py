"""Rounds of an event: tables seated by hand or by the seating, their codes, deadlines."""
