// Elements of the page, found by selector and of an expected kind; its sentences and data.

/** @import { DataName, DatasetKey } from "./data_names.js" */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A class of elements; `HTMLElement` where none is named.
 * @template {Element} T
 * @typedef {{ new (): T, prototype: T, name: string }} Kind
 */

/** @returns {Kind<any>} */
const anyHtml = () => HTMLElement;

/**
 * The first element in `root` that fits `selector`, or null; it has to be a `kind`.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T | null}
 */
export function findElement(root, selector, kind = anyHtml()) {
  const element = root.querySelector(selector);
  if (element === null || element instanceof kind) return element;
  throw new TypeError(`${selector} is no ${kind.name}`);
}

/**
 * The first element in `root` that fits `selector`. Throws if there is none.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T}
 */
export function getElement(root, selector, kind = anyHtml()) {
  const element = findElement(root, selector, kind);
  if (!element) throw new Error(`${selector} is not on the page`);
  return element;
}

/**
 * Elements in `root` by their `data-` names. Throws if there is none.
 * @template {DataName} Name
 * @param {ParentNode} root
 * @param {Name[]} names
 * @returns {Record<DatasetKey<Name>, HTMLElement>}
 */
export function getParts(root, ...names) {
  const parts = names.map((name) => [camel(name), getElement(root, `[data-${name}]`)]);
  return Object.fromEntries(parts);
}

/** A name as `dataset` has it. @param {string} name */
const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/**
 * All `kind` in `root` that fit `selector`, in the order of the page.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @param {Kind<T>} [kind]
 * @returns {T[]}
 */
export function findElements(root, selector, kind = anyHtml()) {
  const fits = (/** @type {Element} */ element) => element instanceof kind;
  return /** @type {T[]} */ ([...root.querySelectorAll(selector)].filter(fits));
}

/**
 * The nearest element around an event's target that fits `selector`, or null.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | SVGElement | null}
 */
export function hitElement(event, selector) {
  const element = event.target instanceof Element ? event.target.closest(selector) : null;
  return element instanceof HTMLElement || element instanceof SVGElement ? element : null;
}

/**
 * The value of a `data-` attribute; empty without one.
 * @param {HTMLElement | SVGElement} element
 * @param {DatasetKey} name as in `dataset`
 */
export function dataValue(element, name) {
  return element.dataset[name] ?? "";
}

/** @typedef {{ words: string, url: string }} Ruling what it is called, and where it is explained */

/**
 * The ruling that an answer of the server names, in the page's words.
 * @param {{ place?: string, ruling?: string, rule_url?: string }} answer
 * @returns {Ruling}
 */
export function readRuling(answer) {
  const word = findElement(document, "[data-ruling]")?.dataset.ruling ?? "";
  return { words: answer.ruling ?? `${word} ${answer.place}`.trim(), url: answer.rule_url ?? "" };
}

/**
 * Show a sentence in `element`, or hide it when there is none; a link to the ruling follows.
 * @param {HTMLElement} element
 * @param {string} words
 * @param {Ruling} [ruling]
 */
export function showMessage(element, words, ruling) {
  element.textContent = words;
  element.hidden = !words;
  if (!words || !ruling?.url.startsWith("/rules/")) return;
  element.append(" ", createNode("a", { href: ruling.url }, ruling.words));
}

/**
 * An element with its attributes and children.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {{ [attribute: string]: string }} [attributes]
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function createNode(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/**
 * An element of a drawing, at the end of `parent`.
 * @param {string} name
 * @param {{ [attribute: string]: string | number }} attributes
 * @param {Element} [parent]
 */
export function createShape(name, attributes, parent) {
  const shape = /** @type {SVGElement} */ (document.createElementNS(SVG, name));
  for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, String(value));
  parent?.append(shape);
  return shape;
}

/** The token that a request which changes something has to carry. @param {ParentNode} root */
export function csrfToken(root) {
  return findElement(root, "input[name=csrfmiddlewaretoken]", HTMLInputElement)?.value ?? "";
}

/** Show the notes on plain HTTP, if the page came by it. @param {ParentNode} root */
export function tellOfPlainHttp(root) {
  for (const part of findElements(root, "[data-plain-http]")) {
    part.hidden = globalThis.isSecureContext;
  }
}

/** Show the help of a table, or hide it. @param {HTMLElement} root */
export function toggleHelp(root) {
  const dialog = findElement(root, '[data-dialog="help"]', HTMLDialogElement);
  if (dialog?.open) dialog.close();
  else dialog?.showModal();
}

/** Copy a field, over plain HTTP too. @param {HTMLInputElement | HTMLTextAreaElement} field */
export async function copyField(field) {
  field.select();
  if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
  else if (!document.execCommand("copy")) throw new Error("it cannot be copied here");
}

/** @typedef {{ [part: string]: { [name: string]: string } }} Words sentences of a page by part */

/** JSON of the page. @param {string} id @returns {any} of the shape that the caller knows */
export function readPageJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** Fill in `{name}`s. @param {string} words @param {{ [name: string]: string | number }} values */
export function fillWords(words, values) {
  return words.replace(/\{(\w+)\}/g, (hole, name) => String(values[name] ?? hole));
}

/** A sentence from words that begin small. @param {string} words */
export const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1);
