// Moments in the zone of the reader, in the language of the page. Without this script they are in
// UTC, and say so.

/** @type {{ [kind: string]: Intl.DateTimeFormatOptions }} */
const FORMS = {
  moment: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit",
    hourCycle: "h23" },
  day: { day: "numeric", month: "short", year: "numeric" },
};

/**
 * A moment in words. Throws `RangeError` for what is no moment.
 * @param {string} moment ISO 8601
 * @param {string} kind `moment` or `day`
 * @param {string} language
 * @param {string} [zone] that of the browser without it
 */
export function formatMoment(moment, kind, language, zone) {
  const english = language === "en" ? "en-GB" : language; // days before months, as the site has it
  return new Intl.DateTimeFormat(
    english, { ...FORMS[kind], timeZone: zone },
  ).format(new Date(moment));
}

/** Write all moments in `root`; without `page.js`, as many pages load this script alone.
 * @param {ParentNode} root */
function localise(root) {
  for (const time of root.querySelectorAll("time[data-local]")) {
    if (!(time instanceof HTMLTimeElement)) continue;
    time.textContent = formatMoment(
      time.dateTime, time.dataset.local ?? "", document.documentElement.lang,
    );
    time.title = time.dateTime;
  }
}

if (typeof document !== "undefined") localise(document);
