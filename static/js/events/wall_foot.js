// The foot of the page for the wall: the address of the event as a picture and in letters, with the
// host that this browser sees, and the time of day where the event is.

import { dataValue, getElement } from "../page.js";
import { drawCode } from "../recorder/qr.js";

const foot = getElement(document, "[data-wall-foot]");
const path = dataValue(foot, "wallFoot");
const clock = getElement(foot, "[data-wall-clock]");
const time = new Intl.DateTimeFormat(document.documentElement.lang, {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
  timeZone: dataValue(foot, "zone"),
});

const place = getElement(foot, "[data-wall-code]");
drawCode(place, `${location.origin}${path}`, "M", dataValue(foot, "codeLabel"));
getElement(foot, "[data-wall-address]").textContent = `${location.host}${path}`;

function showTime() {
  clock.textContent = time.format(new Date());
}

showTime();
setInterval(showTime, 5_000);
