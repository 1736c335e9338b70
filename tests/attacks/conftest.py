"""What strangers, cheats, moderators, slow clients and lying servers try. A test here is named
after what they gain if it fails; ``docs/threats.md`` says what is promised."""
