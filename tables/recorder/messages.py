"""Messages of the recorder's scripts, in the reader's language; they fill in ``{…}``."""

from __future__ import annotations

from django.utils.translation import gettext as _

Words = dict[str, dict[str, str]]


def recorder_messages() -> Words:
    """By part of the page."""
    return at_the_table() | around_it()


def at_the_table() -> Words:
    """Messages while a game is recorded: storage, questions, lines that do not fit."""
    return {
        "keeping": {
            "here": _("Saved on this device."),
            "sending": _("Saved on this device; sending it to the site."),
            "site": _("Saved."),
            "waiting": _("Saved on this device. It is sent to the site when you’re online."),
            "stranger": _("Saved on this device. Log in to save it on the site too."),
            "gone": _("This game is saved only on this device. The copy on the site was deleted."),
            "refused": _("Saved in this browser. The site refused the game: {why}"),
            "nowhere": _(
                "This browser can’t save the game. Save it as a file before you close the page."
            ),
        },
        "offline": {"kept": _("Ready: you can record games offline.")},
        "engine": {
            "webassembly": _("This browser cannot run the rules (it has no WebAssembly)."),
            "network": _("The rules could not be loaded. Go online and open this page again."),
            "start": _("The rules could not be started in this browser."),
            "crash": _("The rules stopped and are being restarted. Nothing is lost."),
            "missing": _("This site isn’t set up to run the rules in a browser."),
        },
        "ask": {
            "player": _("{who}: {question}"),
            "turn": _("{who}’s turn."),
            "change": _("You are at step {ply}. Your next choice replaces this step."),
            "left": _("still to choose: {number}"),
        },
        "resign": {
            "who": _("{who} resigns"),
            "two": _("The other player wins at once."),
            "more": _(
                "This player finishes last. Somebody else plays on for this seat, so keep "
                "recording its moves."
            ),
        },
        "misfit": {
            "entry": _("Step {ply} is no longer possible: {tried}. {why}."),
            "line": _("Line {line} can’t be read: {tried}. {why}."),
            "rest": _("Later steps not tried yet: {number}."),
        },
    }


def around_it() -> Words:
    """The list of games, the set-up, the end."""
    return {
        "list": {
            "unnamed": _("no names"),
            "entries": _("Steps: {number}"),
            "round": _("Round %(round)s") % {"round": "{round}"},
            "empty": _("Recordings without a move: {number}"),
            "device": _("saved on this device"),
            "both": _("saved on this device and on the site"),
            "site": _("saved on the site"),
            "open": _("Continue"),
            "drop": _("Delete"),
            "sure": _("Delete this game here and on the site?"),
            "sent": _("uploaded"),
            "waits": _("waiting for a connection"),
            "others": _(
                "This browser also has games of {handles}. Log in with that name to see them."
            ),
        },
        "end": {
            "total": _("Total"),
            "counted": _("You counted"),
            "same": _("Your totals agree with the recorded moves."),
            "differs": _("{who}: you counted {counted} in total, the recorded moves give {given}."),
            "unfinished": _("The game is not over yet."),
            "sent": _("Uploaded. The other players are asked to confirm it."),
            "unnamed": _("Uploaded. The log names no other account, so the game is not rated."),
            "look": _("See the upload"),
            "later": _("The game is uploaded as soon as you’re online."),
            "login": _("Log in to upload the game."),
            "refused": _("The site refused the game: {why}"),
        },
        "code": {
            "wrong": _("This code does not work: {why}"),
            "copy": _(
                "The other device gets a copy of the game as it is now. To record the same game "
                "on both devices, log in here first."
            ),
            "ends": _("The code works once, until {time}."),
            "label": _("A code to scan"),
            "large": _("The game is too long for a code. Save the game as a file."),
        },
        "text": {"refused": _("Line {line}: {tried}. {why}.")},
        "setup": {
            "twice": _("Each player needs a different colour."),
            "meant": _("Did you mean {handle}?"),
            "guests": _(
                "A name without @ is a guest. Choose the suggested account, or press “Start "
                "recording” again to record a guest."
            ),
            "you": _("{handle} (you)"),
        },
    }
