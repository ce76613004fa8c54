import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["**/node_modules/", "build/", ".venv*/"] },
  js.configs.recommended,
  {
    files: ["src/outflank/apps/web/static/js/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-var": "error",
      "prefer-const": "error",
      // Untrusted text is never markup: elements are made by dom.js.
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({ property })),
      ],
      "no-eval": "error",
      "no-implied-eval": "error",
    },
  },
  {
    files: ["tests/**/*.js", "eslint.config.js"],
    languageOptions: { globals: globals.node },
  },
];
