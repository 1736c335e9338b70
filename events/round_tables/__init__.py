"""Tables of a round: laid out, made by hand, dissolved; the codes at them."""
