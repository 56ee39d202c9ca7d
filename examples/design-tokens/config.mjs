import { createHash } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";

// MODE=dark reads tokens.dark.json, too, and writes another file.
const mode = process.env.MODE;
const files = mode ? ["tokens.json", `tokens.${mode}.json`] : ["tokens.json"];

// main.tf compares this digest, to refuse a file that is older than the tokens. As file() does, it composes letters.
const text = files.map((file) => readFileSync(file, "utf8")).join("").replaceAll("\r", "").normalize();
const sha256 = createHash("sha256").update(text).digest("hex");

// Style Dictionary and its library take a part of a text for the whole, so a text has to match one of these.
const require = createRequire(realpathSync(process.argv[1]));
const { default: Color } = require("colorjs.io");
const name = /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]+)$/i;
const css = /^([a-z]+\((?:[a-z][\w-]+\s)?)\s*(-?\d*\.?\d+[a-z%]*)(?:\s+|\s*,\s*)(-?\d*\.?\d+%?)(?:\s+|\s*,\s*)(-?\d*\.?\d+[a-z%]*)(?:\s*[,/]\s*(\d*\.?\d+%?))?\s*\)$/i;

// To resolve modifiers, remove the line that refuses them, and install @tokens-studio/sd-transforms. Then add, below the imports,
//   import StyleDictionary from "style-dictionary";
//   import { register } from "@tokens-studio/sd-transforms";
//   register(StyleDictionary, { "ts/color/modifiers": { format: "hex" } });
// and at the end of this file, "tokens-studio" before "digest", and "ts/color/modifiers" before "hex".
function read(key, value) {
  if (key === "studio.tokens" && value.modify) throw new Error("A modifier of Tokens Studio needs @tokens-studio/sd-transforms: see config.mjs.");
  if (typeof value?.colorSpace !== "string") return value; // a group may have the name components

  // As a text, a color gets nothing from that of another mode.
  const space = /^(h|l|okl)/.test(value.colorSpace) ? `${value.colorSpace}(` : `color(${value.colorSpace} `;
  const numbers = [].concat(value.components).map((x) => x?.toFixed?.(6) ?? x); // without exponents
  return `${space}${numbers} / ${value.alpha ?? 1})`;
}

function hex({ $value, value = $value }) {
  try {
    const [, space, x, y, z, alpha = 1] = value.replace(/\bnone\b/g, "0").match(css) ?? [];
    const percent = /^h/i.test(space) ? "%" : "$&";
    const color = new Color(space ? `${space}${x} ${y.replace(/%?$/, percent)} ${z.replace(/%?$/, percent)} / ${alpha})` : value.match(name)[0]);
    return color.toGamut({ space: "srgb" }).to("srgb").toString({ format: "hex", collapse: false });
  } catch {
    return { unread: value };
  }
}

export default {
  include: files.slice(0, -1),
  source: files.slice(-1),
  parsers: ["read"],
  hooks: {
    parsers: { read: { pattern: /json$/, parser: ({ contents }) => require("json5").parse(contents, read) } },
    preprocessors: { digest: (tokens) => ({ ...tokens, source_sha256: { $value: sha256, value: sha256 } }) },
    transforms: { hex: { type: "value", transitive: true, filter: ({ $type, type = $type }) => type === "color", transform: hex } },
  },
  preprocessors: ["digest"],
  platforms: {
    terraform: {
      transforms: ["hex"],
      files: [{ destination: mode ? `resolved.${mode}.json` : "resolved.json", format: "json/nested" }],
    },
  },
};
