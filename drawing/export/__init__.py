"""A replay outside its page: pictures, the card of a link, the file to keep, the frame."""
