// Shows the description of the API. Requests tried out on the page carry the session's CSRF token.

const place = document.getElementById("api-docs");

function csrfToken() {
  return document.cookie.match(/(?:^|;\s*)csrftoken=([^;]+)/)?.[1] ?? "";
}

window.SwaggerUIBundle({
  url: `${place.dataset.schema}?format=json`,
  dom_id: "#api-docs",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
  presets: [window.SwaggerUIBundle.presets.apis],
  requestInterceptor(request) {
    const safe = ["GET", "HEAD", "OPTIONS"].includes(request.method?.toUpperCase() ?? "GET");
    const ours = new URL(request.url, location.href).origin === location.origin;
    if (!safe && ours && csrfToken()) {
      request.headers["X-CSRFToken"] = csrfToken();
    }
    return request;
  },
});
