"""How records look in JSON, a module each."""
