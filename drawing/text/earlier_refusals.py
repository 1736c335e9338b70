"""Forms of refusals of earlier engines, and today's."""

EARLIER_FORMS = (
    (
        "the log claims %(claimed)s, its entries give %(computed)s",
        "the log claims %(claimed)s, but its entries give %(computed)s",
    ),
    (
        '%(problem)s: the log says "%(written)s", what it reveals gives "%(dealt)s"',
        '%(problem)s: the log says "%(written)s", but the revealed shuffle gives "%(dealt)s"',
    ),
    (
        "a name is of printable characters, unlike %(name)s",
        "a name can have only printable characters, unlike %(name)s",
    ),
    (
        "a name has at most %(most)d characters, not %(number)d",
        "a name can have at most %(most)d characters, not %(number)d",
    ),
    ("a log begins with %(line)s", "a log has to begin with %(line)s"),
    ("a log has at most %(number)d bytes", "a log can have at most %(number)d bytes"),
    ("a log has at most %(number)d entries", "a log can have at most %(number)d entries"),
    ("a log has at most %(size)s", "a log can have at most %(size)s"),
    ("not the JSON of a log", "this JSON is not a log"),
    ("a key stands twice in an object", "an object has the same key twice"),
    ("a log is an object", "a log has to be a JSON object"),
    (
        "a line of the header has a colon, as in '%(word)s: …'",
        "every header line needs a colon, as in '%(word)s: …'",
    ),
    ("the header does not say it", "this line is missing in the header"),
    ("the line says nothing", "this line is empty"),
    ("each colour sits once", "each colour can have only one seat"),
    ("each of the five sites has a side", "give a side for each of the five sites"),
    ("a module is named once", "name each module only once"),
    ("only the profile yucata has the option", "only the profile yucata has this option"),
    (
        "the profile yucata does not have the variant",
        "the profile yucata does not have this variant",
    ),
    ("a side is A, B, C or D", "a side has to be A, B, C or D"),
    ("only side D of the pyramids has one", "only side D of the pyramids has a figure"),
    (
        "expected the points of every seat, and of no other",
        "give points for every seat in the game, and for no other seat",
    ),
    ("expected every seat, and no other", "expected every seat in the game, and no other"),
    (
        "expected colours and entries, as in white=57, not %(word)s",
        "expected colours and entry numbers, as in white=57, not %(word)s",
    ),
    (
        "expected colours and entries, as in white=57",
        "expected colours and entry numbers, as in white=57",
    ),
    ("there is one number a seat, 0 for never", "give one number for each seat, 0 for never"),
    ("an entry has a number from 1 to %(most)d", "an entry number has to be from 1 to %(most)d"),
    (
        "there is one name a seat, empty where unknown",
        "give one name for each seat, empty if unknown",
    ),
    ("a name has at most %(most)d characters", "a name can have at most %(most)d characters"),
    (
        "%(word)s cannot be a name: no '#', '=', outer spaces",
        "%(word)s cannot be a name: no '#', no '=', no spaces at its ends",
    ),
    (
        "a name with the colour %(colour)s in it: write %(word)s",
        "a name cannot contain the colour %(colour)s; for a seat, write %(word)s",
    ),
    (
        "only a deal that was committed to has one",
        "only a deal that was fixed in advance has this line",
    ),
    ("without the secret it shows nothing", "without the secret this line proves nothing"),
    ("without the entropy it shows nothing", "without the entropy this line proves nothing"),
    ("without the promises it shows nothing", "without the promises this line proves nothing"),
    (
        "there is one share a seat, empty where none is",
        "give one share for each seat, empty if there is none",
    ),
    (
        "there is one promise a seat, empty where none is",
        "give one promise for each seat, empty if there is none",
    ),
    ("%(colour)s does not sit in the game", "%(colour)s has no seat in this game"),
    ("an empty entry", "this entry is empty"),
    (
        "another game begins here; a log holds one",
        "another game begins here; a log can hold only one",
    ),
    ("what does the bank do?", "the entry has to say what the bank does"),
    ("what does %(colour)s do?", "the entry has to say what %(colour)s does"),
    ("words are lower case: %(word)s", "write words in lower case: %(word)s"),
    (
        "expected a colour, or what the bank writes, not %(word)s",
        "expected a colour or an outcome of the bank, not %(word)s",
    ),
    (
        "who does %(word)s? an entry begins with a colour",
        "an entry has to begin with a colour, not with %(word)s",
    ),
    (
        "expected at most %(most)d joined by commas, not %(word)s",
        "expected at most %(most)d values joined by commas, not %(word)s",
    ),
    (
        "the published digest is not that of the secret",
        "the published digest does not match the secret",
    ),
    ("a share is not the one that was promised", "a share differs from the promised one"),
    ("the turn order is not the one that was drawn", "the turn order differs from the drawn one"),
    ("the bank did not write what was dealt", "an outcome in the log differs from the deal"),
)
