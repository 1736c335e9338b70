// The table in the page. Knows pieces and places, nothing of the rules and nothing of the layout:
// a piece is [place, symbol, x, y] or, for a word, [place, ".class", x, y, word].

const SVG = "http://www.w3.org/2000/svg";

export class Stage {
  /** `root` holds the blocks, drawn at step `at`; `deltas[n]` leads from step n to step n + 1. */
  constructor(root, opening, deltas, at) {
    this.at = at;
    this.forward = deltas;
    this.backward = reversed(opening, deltas);
    this.places = new Map();
    for (const place of root.querySelectorAll("[data-place]")) {
      this.places.set(Number(place.dataset.place), place);
    }
    this.elements = new Map();
    for (const element of root.querySelectorAll("[data-key]")) {
      this.elements.set(element.dataset.key, element);
    }
  }

  /** Show the table after step `to`. */
  show(to) {
    const changes = new Map();
    while (this.at < to) this.gather(changes, this.forward[this.at++]);
    while (this.at > to) this.gather(changes, this.backward[--this.at]);
    for (const [key, piece] of changes) this.lay(key, piece);
  }

  gather(changes, delta) {
    for (const key in delta) changes.set(key, delta[key]);
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
    if (name === "text") {
      element.setAttribute("class", symbol.slice(1));
      element.textContent = word;
    } else {
      element.setAttribute("href", `#i-${symbol}`);
    }
    element.setAttribute("transform", `translate(${x} ${y})`);
    const parent = this.places.get(place);
    if (element.parentNode !== parent) parent.append(element);
  }
}

/** For each delta the one that undoes it. */
function reversed(opening, deltas) {
  const table = new Map(Object.entries(opening));
  return deltas.map((delta) => {
    const back = {};
    for (const key in delta) {
      back[key] = table.get(key) ?? null;
      table.set(key, delta[key]);
    }
    return back;
  });
}
