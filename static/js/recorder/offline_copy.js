// Has the service worker keep what a recording needs, so that it can be opened without a network.

/**
 * True if the page is stored now; false without service workers, or if it could not be fetched.
 * @param {string} language of the page, two letters
 * @param {Pick<ServiceWorkerContainer, "register" | "ready">} [workers]
 */
export async function storeForOffline(language, workers = navigator.serviceWorker) {
  if (!workers) return false;
  try {
    await workers.register("/sw.js");
    const { active } = await workers.ready;
    return active ? await requestCopy(active, language) : false;
  } catch {
    return false;
  }
}

/**
 * @param {Pick<ServiceWorker, "postMessage">} worker
 * @param {string} language
 * @returns {Promise<boolean>}
 */
function requestCopy(worker, language) {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(Boolean(data?.isKept));
    };
    worker.postMessage({ record: language }, [port2]);
  });
}
