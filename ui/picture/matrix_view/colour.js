// Colours have one meaning everywhere: red - neutral - blue for signed values centred on zero,
// the violet ramp for attention weights and probabilities from 0 to 1, hatching for hidden cells. A selection is
// outlined in ink, the origins of a number in yellow, and each head has a colour of its own (`HEAD_COLOURS` in Python).

const STEPS = 256;
/** The luminance against which black and white letters have the same contrast, 4.6. */
const MIDDLE = 0.179;

const RAMPS = {
  light: {
    diverging: ["#b2182b", "#e58a86", "#ffffff", "#83b4d8", "#2166ac"],
    weights: ["#f8f8fc", "#dad7eb", "#a496ce", "#6a4ca8", "#3a1a6e"],
  },
  dark: {
    diverging: ["#f0707a", "#8f3b48", "#1c212c", "#2f5f96", "#6cb0f5"],
    weights: ["#191d27", "#33305a", "#5a4798", "#8a6cd4", "#d3c2ff"],
  },
};

export const THEMES = {
  light: {
    ramps: RAMPS.light, ink: "#1d2433", secondary: "#5d6678", line: "#dfe3ea", surface: "#ffffff",
    hidden: "#f3f4f7", hatch: "#b4bbc8", origins: "#b87f00", onDark: "#ffffff", onLight: "#000000",
    roles: { query: "#3654c9", key: "#b45309", value: "#0f766e" },
  },
  dark: {
    ramps: RAMPS.dark, ink: "#e6e9f0", secondary: "#a3adbf", line: "#343c4b", surface: "#12151c",
    hidden: "#1a1e28", hatch: "#566074", origins: "#f0a500", onDark: "#ffffff", onLight: "#000000",
    roles: { query: "#92a8ff", key: "#f0a35e", value: "#4fc9bd" },
  },
};

/** @returns {[number, number, number]} @param {string} hex */
export function channels(hex) {
  return /** @type {[number, number, number]} */ ([1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16)));
}

/** @param {number[]} channels red, green and blue */
export function luminance([red, green, blue]) {
  const linear = [red, green, blue].map((c) => {
    const share = c / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}

/** The colour of letters on a colour: white or black, whichever has more contrast. @param {string} hex */
export function lettersOn(hex) {
  return luminance(channels(hex)) < MIDDLE ? "#ffffff" : "#000000";
}

/** @param {string[]} stops */
function buildRamp(stops) {
  const anchors = stops.map(channels);
  const css = [], packed = new Uint32Array(STEPS), dark = [];
  for (let step = 0; step < STEPS; step++) {
    const at = (step / (STEPS - 1)) * (anchors.length - 1);
    const low = Math.min(Math.floor(at), anchors.length - 2);
    const colour = anchors[low].map((c, k) => Math.round(c + (anchors[low + 1][k] - c) * (at - low)));
    css.push(`rgb(${colour.join(",")})`);
    packed[step] = (255 << 24) | (colour[2] << 16) | (colour[1] << 8) | colour[0];
    dark.push(luminance(colour) < MIDDLE);
  }
  return { css, packed, dark };
}

/**
 * The same colours as the ramp's, as a CSS gradient: for legends.
 * @param {Pick<Picture.Theme, "ramps">} theme @param {"weights" | "diverging"} scale
 */
export function gradientOf(theme, scale) {
  return `linear-gradient(90deg, ${theme.ramps[scale].join(", ")})`;
}

const built = new Map();

/** @param {Pick<Picture.Theme, "ramps">} theme @param {Picture.Scale} scale */
export function ramp(theme, scale) {
  const stops = theme.ramps[scale === "weights" || scale === "places" ? "weights" : "diverging"];
  const name = stops.join();
  if (!built.has(name)) built.set(name, buildRamp(stops));
  return built.get(name);
}

/**
 * The step of the ramp for a value: 0..limit for weights, -limit..limit for signed values; white for NaN. Of places, the
 * first is the darkest and that of the limit the palest.
 * @param {number} value @param {Picture.Scale} scale @param {number} limit
 */
export function rampStep(value, scale, limit) {
  if (Number.isNaN(value)) return scale === "weights" ? 0 : STEPS >> 1;
  if (scale === "places") return rampStep(limit > 1 ? (limit - value) / (limit - 1) : 1, "weights", 1);
  const share = scale === "weights" ? value / limit : (value / limit + 1) / 2;
  return Math.max(0, Math.min(STEPS - 1, Math.round(share * (STEPS - 1)))) || 0;
}

/** @param {Element} element */
export function themeOf(element) {
  const style = getComputedStyle(element);
  const background = style.getPropertyValue("--st-background-color").trim();
  const isDark = /^#[0-9a-f]{6}$/i.test(background) && luminance(channels(background)) < 0.3;
  const theme = THEMES[isDark ? "dark" : "light"];
  return { ...theme, surface: background || theme.surface, font: style.fontFamily || "sans-serif" };
}
