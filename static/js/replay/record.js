// The payload as the page needs it: marks of turns and rounds, numbers after every step.

export class Record {
  constructor(payload) {
    this.seat = payload.seat;
    this.steps = payload.steps;
    this.opening = payload.opening;
    this.length = payload.steps.length;
    this.deltas = payload.steps.map((step) => step.d);
    this.turns = this.marks((one, other) => one.r === other.r && one.t === other.t);
    this.rounds = this.marks((one, other) => one.r === other.r);
    const points = payload.names.map(() => new Array(payload.sources.length).fill(0));
    this.points = this.tallies(points, "p");
    this.stones = this.tallies(payload.first.c, "c");
    this.prospects = this.everEnded(payload.first.e);
  }

  /** The steps at which something is complete, the start and the end included. */
  marks(same) {
    const marks = [0];
    for (let ply = 1; ply < this.length; ply++) {
      if (!same(this.steps[ply - 1], this.steps[ply])) marks.push(ply);
    }
    marks.push(this.length);
    return marks;
  }

  /** By step a table of numbers; a step names the cells that it changes in `field`. */
  tallies(first, field) {
    let now = first;
    const all = [now];
    for (const step of this.steps) {
      if (step[field]) {
        now = now.map((row) => row.slice());
        for (const [row, column, value] of step[field]) now[row][column] = value;
      }
      all.push(now);
    }
    return all;
  }

  /** By step the points of every seat if the game ended there; null: nobody may know. */
  everEnded(first) {
    let now = first;
    const all = [now];
    for (const step of this.steps) {
      if (step.e !== undefined) now = step.e;
      all.push(now);
    }
    return all;
  }

  /** Where a button or a key leads from step `at`; `skip`: past moves without a choice. */
  target(jump, at, skip = false) {
    switch (jump) {
      case "first": return 0;
      case "last": return this.length;
      case "back": return this.past(at, -1, skip);
      case "next": return this.past(at, 1, skip);
      case "turn-back": return before(this.turns, at);
      case "turn-next": return after(this.turns, at);
      case "round-back": return before(this.rounds, at);
      case "round-next": return after(this.rounds, at);
      default: return at;
    }
  }

  past(at, way, skip) {
    let to = at + way;
    while (skip && to > 0 && to < this.length && this.steps[to - 1].f) to += way;
    return Math.min(Math.max(to, 0), this.length);
  }

  /** The round and the turn of step `at`, in the words `setUp`, `round`, `turn`. */
  heading(at, { setUp, round, turn }) {
    const step = this.steps[at - 1];
    if (!step?.r) return setUp;
    return step.t ? `${round} ${step.r} · ${turn} ${step.t}` : `${round} ${step.r}`;
  }

  /** Whether a round is complete after step `at`. */
  endsRound(at) {
    return at > 0 && this.rounds.includes(at);
  }
}

function before(marks, at) {
  return marks.findLast((mark) => mark < at) ?? 0;
}

function after(marks, at) {
  return marks.find((mark) => mark > at) ?? marks.at(-1);
}
