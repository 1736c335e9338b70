"""A game in the making, as it is drawn and as it is played.

``live`` follows a game entry by entry with the drawing of the replay, and keeps enough room for
what grows. ``options`` takes legal entries apart into words; ``spots`` says where on the drawing
a word lies; ``asked`` gives both to a script. ``weighed`` draws previews, ``branch`` a what-if. It
never changes a position.
"""
