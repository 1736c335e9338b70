// Pages in Firefox without a network: `node firefox.mjs BROWSER ADDRESS`. The test cuts the network
// when it reads "stored", and says so by a line of input; a JSON object is the answer.

import { once } from "node:events";
import puppeteer from "puppeteer-core";

const [, , executablePath, site] = process.argv;
const browser = await puppeteer.launch({ browser: "firefox", executablePath, headless: true });
try {
  const page = await browser.newPage();
  const problems = [];
  page.on("pageerror", (problem) => problems.push(String(problem)));
  await page.goto(`${site}/record/`);
  const isStored = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const stored = new Promise((resolve) => {
      port1.onmessage = ({ data }) => resolve(data.isKept);
    });
    registration.active.postMessage({ record: "en" }, [port2]);
    return stored;
  });
  console.log(isStored ? "stored" : "not stored");
  await once(process.stdin, "data");
  const titles = {};
  for (const path of ["/record/", "/games/"]) {
    await page.goto(site + path);
    titles[path] = await page.title();
  }
  console.log(JSON.stringify({ titles, problems }));
} finally {
  await browser.close();
  process.stdin.destroy();
}
