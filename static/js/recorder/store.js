// Games that are being recorded, as this browser keeps them: every entry as it is made.

/**
 * A game. `log`: its text so far; `at`: when it was written, in milliseconds; `version` and
 * `sent`: what the site has of it, 0 and empty if nothing; `mark` and `going`: of a write that is
 * on its way, and its text; `copy`: it stays on this device; `counted`: what the players counted,
 * by colour; `upload`: where it went, or `WAITS`; `by`: the handle of the account that records it,
 * empty without one; `occasion`: what it will be brought for, a club or a table of an event.
 * @typedef {{ id: string, log: string, at: number, version: number, sent: string, mark: string,
 *   going: string, copy: boolean, counted: { [colour: string]: number }, upload: string,
 *   by: string, occasion?: string }} Game
 */

/** The address of an upload that still waits for a connection. */
export const WAITS = "waits";

const NAME = "imhotep-record";
const GAMES = "games";

/**
 * A new game.
 * @param {string} id
 * @param {string} log
 * @param {string} [occasion]
 * @returns {Game}
 */
export function newGame(id, log, occasion = "") {
  const site = { version: 0, sent: "", mark: "", going: "" };
  const device = { copy: false, counted: {}, upload: "", by: "" };
  return { id, log, at: Date.now(), ...site, ...device, occasion };
}

/**
 * The answer of a database request.
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function readRequest(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export class GameStore {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
  }

  /** The store of this browser; null without one. @param {IDBFactory | undefined} factory */
  static async open(factory = globalThis.indexedDB) {
    if (!factory) return null;
    try {
      const request = factory.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(GAMES, { keyPath: "id" });
      return new GameStore(await readRequest(request));
    } catch {
      return null;
    }
  }

  /** Resolves when the game is on the disk. @param {Game} game @returns {Promise<void>} */
  keep(game) {
    return new Promise((resolve, reject) => {
      const writing = this.database.transaction(GAMES, "readwrite");
      writing.oncomplete = () => resolve();
      writing.onabort = () => reject(writing.error);
      writing.objectStore(GAMES).put(structuredClone(game));
    });
  }

  /** @param {string} id @returns {Promise<Game | undefined>} */
  game(id) {
    return readRequest(this.database.transaction(GAMES).objectStore(GAMES).get(id));
  }

  /** All games, the last written one first. @returns {Promise<Game[]>} */
  async games() {
    const games = await readRequest(this.database.transaction(GAMES).objectStore(GAMES).getAll());
    return games.sort((some, other) => other.at - some.at);
  }

  /** @param {string} id */
  async drop(id) {
    await readRequest(this.database.transaction(GAMES, "readwrite").objectStore(GAMES).delete(id));
  }
}
