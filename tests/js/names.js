// The names that scripts declare, as JSON by file: variables, arguments, functions, classes and
// their members. Given the paths of the scripts.

import { readFileSync } from "node:fs";
import { parse } from "espree";

const OPTIONS = { ecmaVersion: "latest", sourceType: "module" };

/** Names that a pattern binds. */
function bound(pattern) {
  switch (pattern?.type) {
    case "Identifier": return [pattern.name];
    case "ArrayPattern": return pattern.elements.flatMap(bound);
    case "ObjectPattern": return pattern.properties.flatMap((part) => bound(part.value ?? part));
    case "AssignmentPattern": return bound(pattern.left);
    case "RestElement": return bound(pattern.argument);
    default: return [];
  }
}

/** Names that a node of the syntax tree declares itself. */
function declared(node) {
  switch (node.type) {
    case "VariableDeclarator": return bound(node.id);
    case "ClassDeclaration": return [node.id.name];
    case "FunctionDeclaration": return [node.id.name, ...node.params.flatMap(bound)];
    case "FunctionExpression":
    case "ArrowFunctionExpression": return node.params.flatMap(bound);
    case "CatchClause": return bound(node.param);
    case "MethodDefinition":
    case "PropertyDefinition": return node.computed ? [] : [String(node.key.name)];
    default: return [];
  }
}

function names(node) {
  if (Array.isArray(node)) return node.flatMap(names);
  if (!node || typeof node.type !== "string") return [];
  return [...declared(node), ...Object.values(node).flatMap(names)];
}

const files = process.argv.slice(2).map((path) => (
  [path, names(parse(readFileSync(path, "utf-8"), OPTIONS))]
));
console.log(JSON.stringify(Object.fromEntries(files)));
