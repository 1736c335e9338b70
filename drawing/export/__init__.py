"""A replay outside its page: pictures, the card of a link, the offline file, the frame.

Colours are those of the site's style sheets. It never stores a picture.
"""
