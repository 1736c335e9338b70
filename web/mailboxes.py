"""Mailboxes: the addresses by which a provider reaches the same person.

>>> mailbox_of("An.A+chess@GoogleMail.com")
'ana@gmail.com'
>>> mailbox_of("An.A+chess@Example.org")
'an.a+chess@example.org'
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Provider(NamedTuple):
    """`domains` of one provider, which deliver to the same mailboxes. In the name of a mailbox the
    characters of `ignored`, and all that follows a +, make no difference; those of `dots` are
    dots."""

    domains: tuple[str, ...]
    ignored: str = ""
    dots: str = ""


PROVIDERS: Final = (
    Provider(("gmail.com", "googlemail.com"), ignored="."),
    Provider(("proton.me", "protonmail.com", "protonmail.ch", "pm.me"), ignored=".-_"),
    Provider(
        (
            *("yandex.ru", "yandex.com", "yandex.by", "yandex.kz", "yandex.ua", "yandex.uz"),
            *("yandex.com.tr", "yandex.com.ru", "ya.ru", "narod.ru"),
        ),
        dots="-",
    ),
)
BY_DOMAIN: Final = {domain: provider for provider in PROVIDERS for domain in provider.domains}


def mailbox_of(address: str) -> str:
    """The mailbox of `address`, to compare it: mails go to the address as it was given. Of other
    providers' addresses only the capitals are made small."""
    name, separator, domain = address.strip().lower().rpartition("@")
    if (provider := BY_DOMAIN.get(domain)) is None:
        return f"{name}{separator}{domain}"
    name = name.partition("+")[0]
    spelling = str.maketrans(
        dict.fromkeys(provider.ignored, "") | dict.fromkeys(provider.dots, ".")
    )
    return f"{name.translate(spelling)}@{provider.domains[0]}"
