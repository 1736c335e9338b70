"""The public id of a game: the first 60 bits of its fingerprint in Crockford's base 32."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 12


def game_id(fingerprint: str) -> str:
    """Twelve characters for a fingerprint of 64 hexadecimal digits.

    >>> game_id("f" * 64), game_id("0" * 64)
    ('zzzzzzzzzzzz', '000000000000')
    """
    number = int(fingerprint[:15], 16)
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(LENGTH)))
