// Bytes as text: base64 for addresses (RFC 4648, section 5) without padding, and hexadecimal.

/** @param {ArrayBuffer | Uint8Array} bytes */
export function encodeBase64(bytes) {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte));
  return btoa(letters.join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Throws for what is no base64; padding may be there. @param {string} encoded */
export function decodeBase64(encoded) {
  const letters = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}

/** @param {ArrayBuffer | Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
