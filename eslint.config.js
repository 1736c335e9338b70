// What `make check` asks of every script. Names that are not defined, tsc finds in static/js.

import js from "@eslint/js";

const NODE = { console: "readonly", process: "readonly" };
const WEB = ["Event", "EventTarget", "FormData", "MessageChannel", "Response", "URL", "crypto",
  "fetch", "navigator", "queueMicrotask"];

export default [
  { ignores: ["**/vendor/**", ".venv/**", "data/**"] },
  js.configs.recommended,
  {
    rules: {
      "array-callback-return": "error",
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      "default-case-last": "error",
      eqeqeq: "error",
      "max-len": ["error", { code: 100 }],
      "max-lines": ["error", { max: 400, skipComments: true }],
      "max-lines-per-function": ["error", { max: 60, skipComments: true }],
      "no-constructor-return": "error",
      "no-else-return": "error",
      "no-eval": "error",
      "no-implicit-globals": "error",
      "no-implied-eval": "error",
      "no-new-wrappers": "error",
      "no-param-reassign": "error",
      "no-promise-executor-return": "error",
      "no-script-url": "error",
      "no-self-compare": "error",
      "no-shadow": "error",
      "no-template-curly-in-string": "error",
      "no-throw-literal": "error",
      "no-unreachable-loop": "error",
      "no-useless-concat": "error",
      "no-useless-rename": "error",
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  {
    files: ["static/js/**/*.js"],
    rules: { "no-undef": "off" },
  },
  {
    files: ["tests/js/**/*.js", "tests/browser/*.mjs", "*.config.js"],
    languageOptions: {
      globals: { ...NODE, ...Object.fromEntries(WEB.map((name) => [name, "readonly"])) },
    },
    rules: { "max-lines-per-function": "off" },
  },
];
