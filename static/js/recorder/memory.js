// What a page that is loaded again goes on with.

/**
 * @param {() => Storage} storage that may be forbidden
 * @param {string} name
 * @param {string} value
 */
export function remember(storage, name, value) {
  try {
    storage().setItem(name, value);
  } catch {
    // then it begins anew
  }
}

/**
 * @param {() => Storage} storage
 * @param {string} name
 */
export function remembered(storage, name) {
  try {
    return storage().getItem(name) ?? "";
  } catch {
    return "";
  }
}
