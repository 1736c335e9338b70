// What is on the page, found by selector and of the kind that is expected.

/**
 * @template {Element} T
 * @typedef {{ new (): T, prototype: T, name: string }} Kind
 */

/**
 * The first element in `root` that fits `selector`, or null; it has to be a `kind`.
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} kind
 * @returns {T | null}
 */
export function maybe(root, selector, kind) {
  const found = root.querySelector(selector);
  if (found === null || found instanceof kind) return found;
  throw new TypeError(`${selector} is no ${kind.name}`);
}

/**
 * The first element in `root` that fits `selector`. Throws if there is none.
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} kind
 * @returns {T}
 */
export function one(root, selector, kind) {
  const found = maybe(root, selector, kind);
  if (!found) throw new Error(`${selector} is not on the page`);
  return found;
}

/**
 * All `kind` in `root` that fit `selector`, in the order of the page.
 * @template {Element} T
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} kind
 * @returns {T[]}
 */
export function all(root, selector, kind) {
  const fits = (/** @type {Element} */ found) => found instanceof kind;
  return /** @type {T[]} */ ([...root.querySelectorAll(selector)].filter(fits));
}

/**
 * What an event hit: the nearest element that fits `selector`, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function hit(event, selector) {
  const found = event.target instanceof Element ? event.target.closest(selector) : null;
  return found instanceof HTMLElement || found instanceof SVGElement ? found : null;
}

/**
 * What `data-…` says; empty if it is not there.
 * @param {HTMLElement | SVGElement} element
 * @param {string} name as in `dataset`
 */
export function said(element, name) {
  return element.dataset[name] ?? "";
}

/** @typedef {{ words: string, url: string }} Ruling what it is called, and where it is explained */

/**
 * The ruling that an answer of the server names, in the page's words.
 * @param {{ place?: string, ruling?: string, rule_url?: string }} found
 * @returns {Ruling}
 */
export function rulingOf(found) {
  const word = maybe(document, "[data-ruling]", HTMLElement)?.dataset.ruling ?? "";
  return { words: found.ruling ?? `${word} ${found.place}`.trim(), url: found.rule_url ?? "" };
}

/**
 * Show a sentence in `element`, or hide it when there is none; a ruling that was broken follows as
 * a link.
 * @param {HTMLElement} element
 * @param {string} words
 * @param {Ruling} [ruling]
 */
export function tell(element, words, ruling) {
  element.textContent = words;
  element.hidden = !words;
  if (!words || !ruling?.url.startsWith("/rules/")) return;
  const link = document.createElement("a");
  link.href = ruling.url;
  link.textContent = ruling.words;
  element.append(" ", link);
}

/**
 * The token that a request which changes something has to carry.
 * @param {ParentNode} root
 */
export function csrfToken(root) {
  return maybe(root, "input[name=csrfmiddlewaretoken]", HTMLInputElement)?.value ?? "";
}

/**
 * Show what is said for an address of plain HTTP, to which browsers give less, if this is one.
 * @param {ParentNode} root
 */
export function tellOfPlainHttp(root) {
  for (const part of all(root, "[data-plain-http]", HTMLElement)) {
    part.hidden = globalThis.isSecureContext;
  }
}

/**
 * Copy what a field shows; over plain HTTP there is no clipboard but that of the selection.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 */
export async function copied(field) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else if (!document.execCommand("copy")) throw new Error("it cannot be copied here");
}
