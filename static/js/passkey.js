// Passkeys and security keys (WebAuthn): adding one, showing one, logging in with one.
//
// A form[data-passkey] is `create`, `get` (their options lie in #passkey-options) or `login` (the
// options come from the form's address). What the device answers goes into the field `credential`.

/** Base64url, with or without padding, as bytes. */
function bytes(text) {
  const base64 = text.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Bytes as base64url without padding. */
function text(buffer) {
  const letters = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The options as the browser wants them: what is bytes becomes bytes. */
function prepared(publicKey) {
  const made = { ...publicKey, challenge: bytes(publicKey.challenge) };
  if (made.user) made.user = { ...made.user, id: bytes(made.user.id) };
  for (const name of ["allowCredentials", "excludeCredentials"]) {
    if (!made[name]) delete made[name];
    else made[name] = made[name].map((one) => ({ ...one, id: bytes(one.id) }));
  }
  return made;
}

/** What the device answered, as JSON can say it. */
function told(credential) {
  const response = {};
  for (const name of [
    "clientDataJSON",
    "attestationObject",
    "authenticatorData",
    "signature",
    "userHandle",
  ]) {
    if (credential.response[name]) response[name] = text(credential.response[name]);
  }
  if (credential.response.getTransports) response.transports = credential.response.getTransports();
  return JSON.stringify({
    type: credential.type,
    id: credential.id,
    rawId: text(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response,
  });
}

async function create(form) {
  const { publicKey } = options().creation_options;
  const alone = form.elements.passwordless?.checked ?? false;
  publicKey.authenticatorSelection = {
    ...publicKey.authenticatorSelection,
    residentKey: alone ? "required" : "discouraged",
    requireResidentKey: alone,
    userVerification: alone ? "required" : "preferred",
  };
  return navigator.credentials.create({ publicKey: prepared(publicKey) });
}

async function get() {
  const { publicKey } = options().request_options;
  return navigator.credentials.get({ publicKey: prepared(publicKey) });
}

async function login(form) {
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  const { publicKey } = (await answer.json()).request_options;
  return navigator.credentials.get({ publicKey: prepared(publicKey) });
}

function options() {
  return JSON.parse(document.getElementById("passkey-options").textContent);
}

const WAYS = { create, get, login };

for (const form of document.querySelectorAll("form[data-passkey]")) {
  if (!window.PublicKeyCredential || !navigator.credentials) continue;
  const wrong = form.querySelector("[data-passkey-wrong]");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.hidden = true;
    try {
      form.elements.credential.value = told(await WAYS[form.dataset.passkey](form));
      form.submit();
    } catch {
      wrong.hidden = false;
    }
  });
}
