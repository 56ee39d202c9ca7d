import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

// MODE=dark reads tokens.dark.json, too, and writes another file.
const mode = process.env.MODE;
const files = mode ? ["tokens.json", `tokens.${mode}.json`] : ["tokens.json"];

// main.tf compares this digest, to refuse a file that is older than the tokens.
const text = files.map((file) => readFileSync(file, "utf8")).join("").replaceAll("\r", "");
const sha256 = createHash("sha256").update(text).digest("hex");

// Style Dictionary converts oklch colors only if they are objects. This turns texts,
// such as "oklch(99% 0.005 215)", into objects. Translucent ones stay texts.
const oklch = /^oklch\(([\d.]+%?) ([\d.]+%?) ([\d.]+|none)(?:deg)?(?: \/ (?:1|100%))?\)$/;

// It takes rgb(1 2 3 / 50%) and rgba(1, 2, 3, 50%) for opaque, but not rgba(1, 2, 3, 0.5).
const alpha = /^(rgb|hsl)a?\(\s*([^\s,]+)[\s,]+([^\s,]+)[\s,]+([^\s,/]+)[\s,/]+([\d.]+%?)\s*\)$/i;

function number(text, full) {
  return text.endsWith("%") ? (parseFloat(text) / 100) * full : parseFloat(text) || 0;
}

// To resolve modifiers, remove the line that refuses them, and install @tokens-studio/sd-transforms. Then add, below the imports,
//   import StyleDictionary from "style-dictionary";
//   import { register } from "@tokens-studio/sd-transforms";
//   register(StyleDictionary, { "ts/color/modifiers": { format: "hex" } });
// and at the end of this file, "tokens-studio" before "convert", and "ts/color/modifiers" before "color/hex".
function convert(key, value) {
  if (key === "studio.tokens" && value.modify) throw new Error("A modifier of Tokens Studio needs @tokens-studio/sd-transforms: see config.mjs.");
  if (typeof value !== "string") return value;

  const [, l, c, h] = value.match(oklch) ?? [];
  if (l) return { colorSpace: "oklch", components: [number(l, 1), number(c, 0.4), number(h)] };

  return value.replace(alpha, (_, space, x, y, z, a) => `${space}a(${x}, ${y}, ${z}, ${number(a, 1)})`);
}

export default {
  include: files.slice(0, -1),
  source: files.slice(-1),
  hooks: {
    preprocessors: {
      convert: (tokens) => ({ ...JSON.parse(JSON.stringify(tokens), convert), source_sha256: { $value: sha256, value: sha256 } }),
    },
  },
  preprocessors: ["convert"],
  platforms: {
    terraform: {
      transforms: ["color/hex"],
      files: [{ destination: mode ? `resolved.${mode}.json` : "resolved.json", format: "json/nested" }],
    },
  },
};
