"""A what-if: moves by hand from a step of a game. Nothing of it is ever stored."""
