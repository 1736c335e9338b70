"""Players as people: whom one follows, players who show that they are here, profiles."""
