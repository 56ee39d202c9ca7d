// Style Dictionary converts oklch colors only if they are objects. This turns texts,
// such as "oklch(99% 0.005 215)", into objects. Translucent ones stay texts.
const oklch = /^oklch\(([\d.]+%?) ([\d.]+%?) ([\d.]+|none)(?:deg)?(?: \/ (?:1|100%))?\)$/;

function number(text, full) {
  return text.endsWith("%") ? (parseFloat(text) / 100) * full : parseFloat(text) || 0;
}

function toObject(key, value) {
  const match = typeof value === "string" && value.match(oklch);
  return match ? { colorSpace: "oklch", components: [number(match[1], 1), number(match[2], 0.4), number(match[3])] } : value;
}

export default {
  source: ["tokens.json"],
  hooks: { preprocessors: { oklch: (tokens) => JSON.parse(JSON.stringify(tokens), toObject) } },
  preprocessors: ["oklch"],
  platforms: {
    terraform: {
      transforms: ["color/hex"],
      files: [{ destination: "resolved.json", format: "json/nested" }],
    },
  },
};
