"""People who enter an event: accounts and guests, late ones, those who leave."""
