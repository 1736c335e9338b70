// The payload as the page needs it: marks of turns and rounds, points after every step.

export class Record {
  constructor(payload) {
    this.steps = payload.steps;
    this.opening = payload.opening;
    this.length = payload.steps.length;
    this.deltas = payload.steps.map((step) => step.d);
    this.turns = this.marks((one, other) => one.r === other.r && one.t === other.t);
    this.rounds = this.marks((one, other) => one.r === other.r);
    this.points = this.tallies(payload.names.length, payload.sources.length);
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

  /** By step, seat and source the points. */
  tallies(seats, sources) {
    let now = Array.from({ length: seats }, () => new Array(sources).fill(0));
    const all = [now];
    for (const step of this.steps) {
      if (step.p) {
        now = now.map((row) => row.slice());
        for (const [seat, source, points] of step.p) now[seat][source] = points;
      }
      all.push(now);
    }
    return all;
  }

  /** Where a button or a key leads from step `at`. */
  target(jump, at) {
    switch (jump) {
      case "first": return 0;
      case "last": return this.length;
      case "back": return Math.max(0, at - 1);
      case "next": return Math.min(this.length, at + 1);
      case "turn-back": return before(this.turns, at);
      case "turn-next": return after(this.turns, at);
      case "round-back": return before(this.rounds, at);
      case "round-next": return after(this.rounds, at);
      default: return at;
    }
  }
}

function before(marks, at) {
  return marks.findLast((mark) => mark < at) ?? 0;
}

function after(marks, at) {
  return marks.find((mark) => mark > at) ?? marks.at(-1);
}
