// Scrolls each log on the page, and not the page, to its bad line.

for (const box of document.querySelectorAll("[data-log-box]")) {
  const bad = box.querySelector("[data-bad-line]");
  if (bad) box.scrollTop = bad.offsetTop - box.clientHeight / 2;
}
