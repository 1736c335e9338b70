"""The position in words, as lists: what a picture shows at a glance, for those who listen."""
