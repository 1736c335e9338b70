// The `data-` names that scripts share with templates and the drawing, by the folder that reads
// them (`page`: the scripts next to the folders); a name of several folders stands with the first.
// Only the types of `page.js` load it.

export const DATA_NAMES = /** @type {const} */ ({
  page: [
    "add", "asked", "bad-line", "browser", "came", "checkpoint", "checkpoint-first",
    "checkpoint-good", "checkpoint-rewritten", "checkpoint-save", "checkpoint-signer",
    "checkpoint-smaller", "commitment", "copies", "denied", "drop", "failed", "files",
    "invitations",
    "invited", "judged", "keep", "key", "legal", "line", "lines", "local", "log", "log-box",
    "may-say", "mended", "mute", "next-table", "no-share", "none", "notices", "opened", "passkey",
    "passkey-wrong", "plain-http", "play", "polling", "progress", "promise", "receipt",
    "receipt-line", "receipt-words", "refused", "remove", "ruling", "said", "save-receipt", "say",
    "silence", "silent", "some", "speak", "state", "status", "stream", "stream-of", "switch-on",
    "table", "table-id", "tally", "terms", "this", "turns", "turns-count", "unread", "upload",
    "verdict", "waiting", "waits", "waits-count", "waits-words", "word-again", "word-chosen-all",
    "word-chosen-one", "word-done-all", "word-done-one", "word-look", "word-lost", "word-old",
    "word-ready", "word-received", "word-remove", "word-remove-file", "word-sending",
    "word-trying", "word-unreached", "wrong",
  ],
  board: [
    "about", "at", "autoplay", "base", "block", "blocks", "count", "cursor", "dialog",
    "earlier", "ending", "forced", "graph", "help", "hint", "hint-box", "hint-link", "hint-now",
    "hint-sentence", "hint-title", "hints", "joint", "jump", "lead", "legend", "legend-open",
    "level", "live", "move", "name", "open", "panel", "pile", "place", "plate", "plies",
    "plies-count", "ply", "points", "prefix", "prospect", "quarry", "row", "rule", "score",
    "seat", "ships", "site", "sound", "speed", "spoken", "start", "stones", "symbols", "tab",
    "theatre", "theatre-again", "told", "total", "turn", "why",
  ],
  replay: [
    "copied", "copy", "here", "later", "look", "moves", "note", "note-branch", "note-form", "notes",
    "notes-count", "notes-login", "notes-none", "pause", "payload", "replay", "share", "ship",
    "ships-table", "skip", "slider", "theatre-order", "theatre-title", "theatre-words",
    "token", "version", "where", "who", "words", "words-level",
  ],
  table: [
    "act-form", "advice", "analysis-waits", "api", "at-once", "away", "back", "chat", "choices",
    "chooser", "clock", "connection", "controls", "counting", "days", "is-over", "kept", "layout",
    "outage", "outcome", "over", "own", "past", "phase", "placing", "player", "previews",
    "rating-waits", "rematch", "resign", "round", "send", "sentence", "set-up", "show-since",
    "since", "stale", "too-late", "turn-icon", "unrecorded", "unsent", "verifying", "weigh-on",
    "weighed", "your-turn",
  ],
  whatif: [
    "branch", "branch-link", "branch-more", "branch-name", "branch-turn", "delete", "evaluate",
    "game", "plain", "problem", "shares", "shortcut", "status-words", "step", "walk",
  ],
  learn: [
    "again", "coach", "coach-why", "coach-words", "did", "done", "first", "last", "lesson",
    "lesson-card", "lessons", "lessons-end", "onward", "puzzle", "show", "take-back",
    "take-back-form", "text", "try",
  ],
  events: [
    "account", "code-label", "deal", "deals", "secret", "table-code", "table-codes", "wall",
    "wall-address", "wall-clock", "wall-code", "wall-foot", "zone",
  ],
  recorder: [
    "all-sides", "change", "close", "code-form", "code-problem", "code-words", "colour",
    "differences", "end-lead", "end-qr", "end-status", "engine-bar", "go", "hand-code", "hand-on",
    "hand-qr",
    "hand-words", "keeping", "known", "leave-rest", "login", "meant", "mine", "misfit",
    "misfit-words", "occasion", "offline", "others", "over-acts", "photograph", "players",
    "recorder", "recorder-problem", "recordings", "recordings-empty", "recordings-list",
    "resign-seats",
    "resign-words", "save", "setup-problem", "text-next", "text-problem", "text-take",
    "theirs", "try-rest", "two-devices", "undo", "undo-here", "undo-last", "upload-game", "view",
  ],
  lobby: [
    "computer", "edition", "fair", "fragment", "live-line", "modules", "opponents", "profile",
    "promised", "share-note", "sites", "sits", "until",
  ],
  reviews: [
    "analysis", "plot", "span",
  ],
  ratings: [
    "line-said", "mark",
  ],
});

/** Names that scripts alone write and read. */
export const SCRIPT_NAMES = /** @type {const} */ ([
  "better", "branch-move", "branch-remove", "counted", "ghosts", "how", "offer", "ready", "resigns",
  "sent", "shown", "spot", "spots", "verb", "was", "word",
]);

/** @typedef {typeof DATA_NAMES[keyof typeof DATA_NAMES][number]
 *   | typeof SCRIPT_NAMES[number]} DataName */

/**
 * A name as `dataset` has it.
 * @template {string} [Name=DataName]
 * @typedef {Name extends `${infer Head}-${infer Tail}`
 *   ? `${Head}${Capitalize<DatasetKey<Tail>>}` : Name} DatasetKey
 */
