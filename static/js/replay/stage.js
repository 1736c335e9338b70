// The table in the page. Knows pieces and places, nothing of the rules and nothing of the layout:
// a piece is [place, symbol, x, y] or, for a word, [place, ".class", x, y, word].

const SVG = "http://www.w3.org/2000/svg";

export class Stage {
  /** `root` holds the blocks, drawn at step `at`; `deltas[n]` leads from step n to step n + 1. */
  constructor(root, opening, deltas, at) {
    this.at = at;
    this.prefix = root.dataset.prefix ?? "";
    this.places = new Map();
    for (const place of root.querySelectorAll("[data-place]")) {
      this.places.set(Number(place.dataset.place), place);
    }
    this.elements = new Map();
    for (const element of root.querySelectorAll("svg [data-key]")) {
      this.elements.set(element.dataset.key, element);
    }
    this.table = this.follow(opening, deltas);
  }

  /** Keep the ways forwards and back; the table after step `at`. */
  follow(opening, deltas) {
    this.forward = deltas;
    this.backward = reversed(opening, deltas);
    const table = new Map(Object.entries(opening));
    for (const delta of deltas.slice(0, this.at)) apply(table, delta);
    return table;
  }

  /** The changes that lead to step `to`: the last word on every key. */
  changes(to) {
    const changes = new Map();
    const gather = (delta) => { for (const key in delta) changes.set(key, delta[key]); };
    for (let at = this.at; at < to; at++) gather(this.forward[at]);
    for (let at = this.at; at > to; at--) gather(this.backward[at - 1]);
    return changes;
  }

  /** Show the table after step `to`; `motion`, if given, sees what changes before and after. */
  show(to, motion) {
    const changes = this.changes(to);
    motion?.before(this, changes);
    this.at = to;
    this.layAll(changes);
    motion?.after(this);
    return changes;
  }

  /** Show another record of the same game at the same step. */
  replace(opening, deltas) {
    const before = this.table;
    this.table = this.follow(opening, deltas);
    const changes = new Map(this.table);
    for (const key of before.keys()) if (!this.table.has(key)) changes.set(key, null);
    this.layAll(changes);
  }

  layAll(changes) {
    for (const [key, piece] of changes) {
      if (piece === null) this.table.delete(key);
      else this.table.set(key, piece);
      this.lay(key, piece);
    }
  }

  /** Lay one piece, move it, or take it away. */
  lay(key, piece) {
    let element = this.elements.get(key);
    if (piece === null) {
      element?.remove();
      this.elements.delete(key);
      return;
    }
    const [place, symbol, x, y, word] = piece;
    const name = word === undefined ? "use" : "text";
    if (!element || element.localName !== name) {
      element?.remove();
      element = document.createElementNS(SVG, name);
      element.setAttribute("data-key", key);
      this.elements.set(key, element);
    }
    // a symbol that is named anew is cloned anew, even if it is the same
    if (name === "text") {
      put(element, "class", symbol.slice(1));
      if (element.textContent !== word) element.textContent = word;
    } else {
      put(element, "href", `#${this.prefix}i-${symbol}`);
    }
    put(element, "transform", `translate(${x} ${y})`);
    const parent = this.places.get(place);
    if (element.parentNode !== parent) parent.append(element);
  }
}

function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

function apply(table, delta) {
  for (const key in delta) {
    if (delta[key] === null) table.delete(key);
    else table.set(key, delta[key]);
  }
}

/** For each delta the one that undoes it. */
function reversed(opening, deltas) {
  const table = new Map(Object.entries(opening));
  return deltas.map((delta) => {
    const back = {};
    for (const key in delta) back[key] = table.get(key) ?? null;
    apply(table, delta);
    return back;
  });
}
