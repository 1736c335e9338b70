// Shows the description of the API. Requests tried out on the page carry the session's CSRF token.

import { getElement, dataValue } from "./page.js";

/** @typedef {{ url: string, method?: string, headers: { [name: string]: string } }} ApiRequest */

// Swagger UI is a script of its own, which stands before this one in the page.
const { SwaggerUIBundle } = /** @type {any} */ (window);
const place = getElement(document, "#api-docs");

// Its style sheet has a dark scheme, for a class that it leaves to the page.
const dark = matchMedia("(prefers-color-scheme: dark)");
const scheme = () => document.documentElement.classList.toggle("dark-mode", dark.matches);
dark.addEventListener("change", scheme);
scheme();

function csrfToken() {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1] ?? "";
}

SwaggerUIBundle({
  url: `${dataValue(place, "schema")}?format=json`,
  dom_id: "#api-docs",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  /** @param {ApiRequest} request */
  requestInterceptor(request) {
    const safe = ["GET", "HEAD", "OPTIONS"].includes(request.method?.toUpperCase() ?? "GET");
    const ours = new URL(request.url, location.href).origin === location.origin;
    if (!safe && ours && csrfToken()) {
      request.headers["X-CSRFToken"] = csrfToken();
    }
    return request;
  },
});
