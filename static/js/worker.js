// The service worker: push notices, and a page for when there is no network. Once a game was
// recorded here it stores that page too, with all its parts, and serves them where the network
// does not answer, never in place of it. The site writes VERSION when it serves this file.

const VERSION = "dev";
const OFFLINE = "/offline/";
const CACHE = `imhotep-${VERSION}`;
const RECORD = "/record/"; // tables/recorder/urls.py
const NEVER_CHANGE = /^\/record\/(?:pyodide|python)\//;
const RECORDER = "recorder-"; // how its caches are called, and then their version
const PYTHON_MEMORY = "python-memory"; // of its Python, kept by `static/js/recorder/worker.js`
const PATIENCE = 4000; // milliseconds until the page that is kept is shown instead
const PARTS = /(?:href|src)="([^"]+\.(?:css|woff2|svg))"/g; // of that page

/** @typedef {{ title: string, body: string, url: string, tag: string, turns: number }} Notice */
/** Files of the recorder (`tables/recorder/files.py`).
 * @typedef {{ version: string, page: string, files: string[] }} Needed */
/**
 * Types of service workers, which the types of pages lack.
 * @typedef {{ url: string, visibilityState: string, focus(): Promise<unknown> }} Tab
 * @typedef {Event & { waitUntil(done: Promise<unknown>): void,
 *   respondWith(answer: Promise<Response>): void, data: { json(): Notice } | null,
 *   notification: Notification, request: Request, ports: MessagePort[],
 *   preloadResponse: Promise<Response | undefined> }} Happening
 * @typedef {EventTarget & { registration: ServiceWorkerRegistration, location: Location,
 *   skipWaiting(): Promise<void>, clients: { claim(): Promise<void>,
 *   matchAll(which: { type: string, includeUncontrolled: boolean }): Promise<Tab[]>,
 *   openWindow(url: string): Promise<unknown> } }} Worker_
 */

const worker = /** @type {Worker_} */ (/** @type {unknown} */ (self));

/** @param {string} name @param {(event: Happening) => void} answer */
function on(name, answer) {
  worker.addEventListener(name, (event) => answer(/** @type {Happening} */ (event)));
}

// ---------------------------------------------------------------------------- its own version

async function install() {
  const cache = await caches.open(CACHE);
  const answer = await fetch(OFFLINE, { cache: "reload" });
  if (!answer.ok) throw new Error("no page for offline");
  const parts = [...(await answer.clone().text()).matchAll(PARTS)].map(([, path]) => path);
  await cache.addAll([...new Set(parts)]);
  await cache.put(OFFLINE, answer);
  await worker.skipWaiting();
}

async function activate() {
  const names = await caches.keys();
  const old = names.filter((name) => ![CACHE, PYTHON_MEMORY].includes(name)
    && !name.startsWith(RECORDER));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

on("install", (event) => event.waitUntil(install()));
on("activate", (event) => event.waitUntil(activate()));

// --------------------------------------------------------------------------------- no network

/**
 * The answer of the network. Without one, browsers differ: Chromium and Safari reject the preload,
 * Firefox fulfils it with an error response (`type` "error"), which is no answer.
 * @param {Happening} event
 */
async function fetchPage(event) {
  const preload = await event.preloadResponse;
  return preload && preload.type !== "error" ? preload : fetch(event.request);
}

/** A page, from the network or not at all. @param {Happening} event */
async function pageOrWord(event) {
  try {
    return await fetchPage(event);
  } catch (problem) {
    const page = await caches.match(OFFLINE);
    if (page) return page;
    throw problem;
  }
}

// ---------------------------------------------------------------------------- recording

/** True if the recorder is stored; assumed until the caches are read. */
let records = true;
globalThis.caches?.keys().then((names) => {
  records = names.some((name) => name.startsWith(RECORDER));
});

/** Store the recorder's files, all or none, in place of older. @param {string} language */
async function keep(language) {
  const answer = await fetch(`${RECORD}kept.json?lang=${language}`, { cache: "no-cache" });
  if (!answer.ok) throw new Error("nothing to keep");
  const { version, page, files } = /** @type {Needed} */ (await answer.json());
  // as a stranger sees it: the next to use this browser may be another
  const response = await fetch(page, { credentials: "omit", cache: "no-cache" });
  if (!response.ok || response.redirected) throw new Error("no page to keep");
  const cacheName = `${RECORDER}${version}`;
  const cache = await caches.open(cacheName);
  if (!(await cache.match(RECORD))) await cache.addAll(files);
  await cache.put(RECORD, response); // the last: what has a page is whole
  records = true;
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(RECORDER) && name !== cacheName);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A stored file of the recorder, if all of them are there. @param {RequestInfo} request */
async function matchRecording(request) {
  for (const name of await caches.keys()) {
    if (!name.startsWith(RECORDER)) continue;
    const cache = await caches.open(name);
    if (await cache.match(RECORD)) return cache.match(request, { ignoreVary: true });
  }
  return undefined;
}

/** The page of a recording: from the network if it is there and quick. @param {Happening} event */
async function fetchRecording(event) {
  const request = fetchPage(event);
  const late = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE);
  });
  const copy = matchRecording(RECORD);
  const quick = await Promise.race([request.catch(() => undefined), late]);
  if (quick instanceof Response) return quick;
  return (await copy) ?? request.catch(() => pageOrWord(event));
}

/** A part of a page; `isImmutable`: it never changes. @param {Request} request */
async function part(request, isImmutable = false) {
  if (isImmutable) return (await matchRecording(request)) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (problem) {
    const stored = (await matchRecording(request)) ?? (await caches.match(request));
    if (stored) return stored;
    throw problem;
  }
}

on("message", (event) => {
  const { data, ports: [port] } = /** @type {Happening & { data: { record?: string } }} */ (event);
  if (!/^[a-z]{2}$/.test(data?.record ?? "")) return;
  const done = keep(data.record ?? "").then(() => true, () => false);
  event.waitUntil(done.then((isStored) => port?.postMessage({ isKept: isStored })));
});

on("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    event.respondWith(pathname === RECORD ? fetchRecording(event) : pageOrWord(event));
  } else if (NEVER_CHANGE.test(pathname)) {
    event.respondWith(part(request, true));
  } else if (records || !navigator.onLine) {
    const isPart = pathname.startsWith("/static/") || pathname === `${RECORD}worker.js`;
    if (isPart || /\.(css|woff2|svg)$/.test(pathname)) event.respondWith(part(request));
  }
});

// ------------------------------------------------------------------------------------ notices

/** @param {string} url */
async function findTab(url) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return tabs.find((tab) => new URL(tab.url).pathname === url);
}

/** @param {Notice} notice */
async function show({ title, body, url, tag, turns }) {
  if (turns) await navigator.setAppBadge?.(turns).catch(() => {});
  if ((await findTab(url))?.visibilityState === "visible") return; // the table says it itself
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: "/site-icon.png",
  });
}

/** @param {Notification} notification */
async function openTarget(notification) {
  notification.close();
  const url = String(notification.data?.url ?? "/");
  if (new URL(url, worker.location.href).origin !== worker.location.origin) return;
  const tab = await findTab(url);
  if (tab) await tab.focus();
  else await worker.clients.openWindow(url);
}

on("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
on("notificationclick", (event) => event.waitUntil(openTarget(event.notification)));
