// The service worker: shows a notice when one is pushed, leads to the table when it is clicked, and
// has a page for when there is no network. It answers no other request, so nothing that it keeps
// is ever shown in place of what the site says. The site writes VERSION when it serves this file.

const VERSION = "dev";
const OFFLINE = "/offline/";
const KEPT = `imhotep-${VERSION}`;
const PARTS = /(?:href|src)="([^"]+\.(?:css|woff2|svg))"/g; // of that page

/** @typedef {{ title: string, body: string, url: string, tag: string, turns: number }} Notice */
/**
 * What the types of pages lack.
 * @typedef {{ url: string, visibilityState: string, focus(): Promise<unknown> }} Tab
 * @typedef {Event & { waitUntil(done: Promise<unknown>): void,
 *   respondWith(answer: Promise<Response>): void, data: { json(): Notice } | null,
 *   notification: Notification, request: Request,
 *   preloadResponse: Promise<Response | undefined> }} Happening
 * @typedef {EventTarget & { registration: ServiceWorkerRegistration, location: Location,
 *   skipWaiting(): Promise<void>, clients: { claim(): Promise<void>,
 *   matchAll(which: { type: string, includeUncontrolled: boolean }): Promise<Tab[]>,
 *   openWindow(url: string): Promise<unknown> } }} Worker_
 */

const worker = /** @type {Worker_} */ (/** @type {unknown} */ (self));

/**
 * @param {string} name
 * @param {(event: Happening) => void} answer
 */
function on(name, answer) {
  worker.addEventListener(name, (event) => answer(/** @type {Happening} */ (event)));
}

// ---------------------------------------------------------------------------- its own version

async function install() {
  const cache = await caches.open(KEPT);
  const answer = await fetch(OFFLINE, { cache: "reload" });
  if (!answer.ok) throw new Error("no page for offline");
  const parts = [...(await answer.clone().text()).matchAll(PARTS)].map(([, path]) => path);
  await cache.addAll([...new Set(parts)]);
  await cache.put(OFFLINE, answer);
  await worker.skipWaiting();
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

on("install", (event) => event.waitUntil(install()));
on("activate", (event) => event.waitUntil(activate()));

// --------------------------------------------------------------------------------- no network

/** A page, from the network or not at all. @param {Happening} event */
async function pageOrWord(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (problem) {
    const kept = await caches.match(OFFLINE);
    if (kept) return kept;
    throw problem;
  }
}

/** What the page for offline is made of; its address changes with it. @param {Request} request */
async function part(request) {
  return (await caches.match(request)) ?? fetch(request);
}

on("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(pageOrWord(event));
  else if (!navigator.onLine && /\.(css|woff2|svg)$/.test(new URL(request.url).pathname)) {
    event.respondWith(part(request));
  }
});

// ------------------------------------------------------------------------------------ notices

/** @param {string} url */
async function tabAt(url) {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return tabs.find((tab) => new URL(tab.url).pathname === url);
}

/** @param {Notice} notice */
async function show({ title, body, url, tag, turns }) {
  if (turns) await navigator.setAppBadge?.(turns).catch(() => {});
  if ((await tabAt(url))?.visibilityState === "visible") return; // the table says it itself
  await worker.registration.showNotification(title, {
    body,
    tag,
    data: { url },
    icon: "/site-icon.png",
  });
}

/** @param {Notification} notification */
async function leadTo(notification) {
  notification.close();
  const url = String(notification.data?.url ?? "/");
  if (new URL(url, worker.location.href).origin !== worker.location.origin) return;
  const tab = await tabAt(url);
  if (tab) await tab.focus();
  else await worker.clients.openWindow(url);
}

on("push", (event) => {
  if (event.data) event.waitUntil(show(event.data.json()));
});
on("notificationclick", (event) => event.waitUntil(leadTo(event.notification)));
