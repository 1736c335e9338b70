// The `data-` names that scripts read or write, as JSON by file: in selectors and markup, by
// `dataset` and by `dataValue`. Given the paths of the scripts. A prefix before a value that only
// the running script knows ends with `*`.

import { readFileSync } from "node:fs";
import { parse } from "espree";

const OPTIONS = { ecmaVersion: "latest", sourceType: "module" };

const kebab = (key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isDataset = (node) => (node?.property ?? node)?.name === "dataset";

/** Names in a piece of a text; `open`: a value follows it. */
function namesIn(text, open = false) {
  const mentions = [...text.matchAll(/(?<![\w-])data-([a-z0-9-]*)/g)].map(([, name]) => name);
  const last = /(?<![\w-])data-([a-z0-9-]*)$/.exec(text);
  if (open && last) mentions[mentions.length - 1] += "*";
  return mentions.filter(Boolean);
}

/** Keys that a pattern takes out of a `dataset`. */
function keysIn(pattern) {
  const { properties = [] } = pattern ?? {};
  return properties.flatMap((part) => (part.key ? [kebab(part.key.name)] : []));
}

/** Names that a node of the syntax tree uses itself. */
function usedNames(node) {
  switch (node.type) {
    case "Literal": return typeof node.value === "string" ? namesIn(node.value) : [];
    case "TemplateLiteral":
      return node.quasis.flatMap((part) => namesIn(part.value.cooked, !part.tail));
    case "MemberExpression":
      return isDataset(node.object) && !node.computed ? [kebab(node.property.name)] : [];
    case "VariableDeclarator": return isDataset(node.init) ? keysIn(node.id) : [];
    case "BinaryExpression":
      return node.operator === "in" && isDataset(node.right) ? [kebab(node.left.value)] : [];
    case "CallExpression": {
      const [, name] = node.arguments;
      if (node.callee.name === "getParts") return node.arguments.slice(1).map(({ value }) => value);
      const reads = node.callee.name === "dataValue" && name?.type === "Literal";
      return reads ? [kebab(name.value)] : [];
    }
    default: return [];
  }
}

function names(node) {
  if (Array.isArray(node)) return node.flatMap(names);
  if (!node || typeof node.type !== "string") return [];
  return [...usedNames(node), ...Object.values(node).flatMap(names)];
}

const files = process.argv.slice(2).map((path) => (
  [path, [...new Set(names(parse(readFileSync(path, "utf-8"), OPTIONS)))].sort()]
));
console.log(JSON.stringify(Object.fromEntries(files)));
