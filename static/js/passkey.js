// Passkeys and security keys (WebAuthn): adding one, showing one, logging in with one.
//
// A form[data-passkey] is `create`, `get` (their options lie in #passkey-options) or `login` (the
// options come from the form's address). What the device answers goes into the field `credential`.

import { decodeBase64, encodeBase64 } from "./bytes.js";
import { findElements, findElement, getElement, tellOfPlainHttp } from "./page.js";

/** @typedef {{ type: PublicKeyCredentialType, id: string }} NamedKey */
/** Options of a login as JSON can say them: bytes as base64url.
 * @typedef {{ challenge: string, allowCredentials?: NamedKey[] }} Options */

/** A key, with its id as bytes. @param {NamedKey} key */
const withBytes = (key) => ({ ...key, id: decodeBase64(key.id) });

/** A device's answer as JSON. @param {Credential | null} credential */
function credentialJson(credential) {
  if (!(credential instanceof PublicKeyCredential)) throw new TypeError("no passkey");
  const { response } = credential;
  /** @type {{ [name: string]: string | string[] }} */
  const parts = { clientDataJSON: encodeBase64(response.clientDataJSON) };
  if (response instanceof AuthenticatorAttestationResponse) {
    parts.attestationObject = encodeBase64(response.attestationObject);
    parts.transports = response.getTransports();
  }
  if (response instanceof AuthenticatorAssertionResponse) {
    parts.authenticatorData = encodeBase64(response.authenticatorData);
    parts.signature = encodeBase64(response.signature);
    if (response.userHandle) parts.userHandle = encodeBase64(response.userHandle);
  }
  return JSON.stringify({
    type: credential.type,
    id: credential.id,
    rawId: encodeBase64(credential.rawId),
    authenticatorAttachment: credential.authenticatorAttachment,
    clientExtensionResults: credential.getClientExtensionResults(),
    response: parts,
  });
}

/** @param {HTMLFormElement} form */
async function create(form) {
  const { publicKey } = options().creation_options;
  const alone = findElement(form, "[name=passwordless]", HTMLInputElement)?.checked ?? false;
  const { user, challenge, excludeCredentials = [] } = publicKey;
  return navigator.credentials.create({
    publicKey: {
      ...publicKey,
      challenge: decodeBase64(challenge),
      user: { ...user, id: decodeBase64(user.id) },
      excludeCredentials: excludeCredentials.map(withBytes),
      authenticatorSelection: {
        ...publicKey.authenticatorSelection,
        residentKey: alone ? "required" : "discouraged",
        requireResidentKey: alone,
        userVerification: alone ? "required" : "preferred",
      },
    },
  });
}

/** @param {Options} publicKey */
function show({ challenge, allowCredentials, ...parameters }) {
  const keys = allowCredentials && { allowCredentials: allowCredentials.map(withBytes) };
  return navigator.credentials.get({
    publicKey: { ...parameters, ...keys, challenge: decodeBase64(challenge) },
  });
}

async function get() {
  return show(options().request_options.publicKey);
}

/** @param {HTMLFormElement} form */
async function login(form) {
  const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
  return show((await answer.json()).request_options.publicKey);
}

/** The options in the page. */
function options() {
  return JSON.parse(getElement(document, "#passkey-options", HTMLScriptElement).text);
}

/** @type {{ [way: string]: (form: HTMLFormElement) => Promise<Credential | null> }} */
const WAYS = { create, get, login };

tellOfPlainHttp(document);
for (const form of findElements(document, "form[data-passkey]", HTMLFormElement)) {
  if (!isSecureContext) form.hidden = true;
  if (!window.PublicKeyCredential || !navigator.credentials) continue;
  const way = WAYS[form.dataset.passkey ?? ""];
  const wrong = getElement(form, "[data-passkey-wrong]");
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.hidden = true;
    try {
      getElement(
        form, "[name=credential]", HTMLInputElement,
      ).value = credentialJson(await way(form));
      form.submit();
    } catch {
      wrong.hidden = false;
    }
  });
}
