// Computes the colour roles and writes src/web/theme/roles.css: node tools/theme.mjs
// Every pair that carries text or marks a control is checked for contrast; the tool fails rather than writing a bad one.
import { writeFileSync } from "node:fs";

async function load() {
  try {
    return await import("@material/material-color-utilities");
  } catch {
    // Release 0.4.0 leaves out file endings in some of its imports; Vite's own loader fills them in.
    const { createServer } = await import("vite");
    const server = await createServer({
      configFile: false,
      logLevel: "error",
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true },
      ssr: { noExternal: [/material-color/] },
    });
    const loaded = await server.ssrLoadModule("@material/material-color-utilities");
    await server.close();
    return loaded;
  }
}
const { Contrast, Hct, TonalPalette, argbFromHex, hexFromArgb } = await load();

const seed = (hex, chroma) => {
  const { hue, chroma: own } = Hct.fromInt(argbFromHex(hex));
  return TonalPalette.fromHueAndChroma(hue, chroma ?? own);
};

/** Ink and papers of a carbon-copy waybill. By day one writes on paper, by night one looks at the carbon. */
const INK = seed("#343a8a", 52);
const TEXT_INK = TonalPalette.fromHueAndChroma(INK.hue, 30);
const PAPER = TonalPalette.fromHueAndChroma(262, 4);
const CARBON = TonalPalette.fromHueAndChroma(284, 9);
const CANARY = seed("#ffd34d", 62);
const ROSE = TonalPalette.fromHueAndChroma(14, 40);
const MINT = TonalPalette.fromHueAndChroma(160, 36);
const RED = TonalPalette.fromHueAndChroma(27, 84);
const PLUM = TonalPalette.fromHueAndChroma(330, 40);
const GREY = TonalPalette.fromHueAndChroma(284, 6);

/** Role → palette and tone by day, palette and tone by night; then the same for more contrast. */
const ROLES = {
  paper: [PAPER, 95.5, CARBON, 7, PAPER, 99, CARBON, 2],
  "paper-1": [PAPER, 100, CARBON, 12, PAPER, 100, CARBON, 5],
  "paper-2": [PAPER, 92, CARBON, 17, PAPER, 95, CARBON, 12],
  "paper-3": [PAPER, 88, CARBON, 23, PAPER, 90, CARBON, 20],
  ink: [TEXT_INK, 12, CARBON, 92, INK, 4, CARBON, 99],
  "ink-quiet": [CARBON, 38, CARBON, 74, CARBON, 20, CARBON, 92],
  line: [PAPER, 84, CARBON, 27, CARBON, 40, CARBON, 70],
  edge: [CARBON, 50, CARBON, 58, CARBON, 20, CARBON, 90],
  primary: [INK, 31, INK, 80, INK, 16, INK, 92],
  "on-primary": [INK, 100, INK, 16, INK, 100, INK, 5],
  "primary-soft": [INK, 92, INK, 26, INK, 94, INK, 20],
  "on-primary-soft": [INK, 24, INK, 92, INK, 10, INK, 98],
  accent: [CANARY, 86, CANARY, 82, CANARY, 86, CANARY, 88],
  "on-accent": [CANARY, 14, CANARY, 10, CANARY, 4, CANARY, 2],
  danger: [RED, 40, RED, 80, RED, 24, RED, 92],
  "on-danger": [RED, 100, RED, 16, RED, 100, RED, 5],
  snack: [CARBON, 16, PAPER, 92, CARBON, 4, PAPER, 100],
  "on-snack": [PAPER, 98, CARBON, 10, PAPER, 100, CARBON, 4],
  "snack-act": [CANARY, 86, INK, 31, CANARY, 92, INK, 16],
  focus: [INK, 44, CANARY, 82, INK, 10, CANARY, 90],
  "copy-sender": [PAPER, 72, PAPER, 80, PAPER, 50, PAPER, 92],
  "copy-dispatcher": [MINT, 66, MINT, 66, MINT, 40, MINT, 80],
  "copy-courier": [CANARY, 80, CANARY, 78, CANARY, 50, CANARY, 86],
  "copy-recipient": [ROSE, 72, ROSE, 68, ROSE, 46, ROSE, 82],
};
const TONES = {
  waiting: [GREY, 90, 30, 24, 88],
  moving: [INK, 91, 28, 26, 90],
  near: [CANARY, 90, 26, 26, 90],
  done: [MINT, 91, 26, 20, 88],
  trouble: [RED, 93, 32, 22, 90],
  back: [PLUM, 92, 30, 24, 90],
  ended: [PAPER, 91, 38, 20, 76],
};
for (const [name, [palette, day, dayInk, night, nightInk]] of Object.entries(TONES)) {
  ROLES[`tone-${name}`] = [palette, day, palette, night, palette, 97, palette, 10];
  ROLES[`tone-${name}-ink`] = [palette, dayInk, palette, nightInk, palette, 14, palette, 96];
}

/** Text needs 4.5 (7 with more contrast), marks and outlines 3 (4.5). */
const TEXT = [
  ...["paper", "paper-1", "paper-2", "paper-3"].map((ground) => ["ink", ground]),
  ...["paper", "paper-1", "paper-2"].map((ground) => ["ink-quiet", ground]),
  ["primary", "paper"],
  ["primary", "paper-1"],
  ["primary", "paper-2"],
  ["on-primary", "primary"],
  ["on-primary-soft", "primary-soft"],
  ["on-accent", "accent"],
  ["danger", "paper-1"],
  ["danger", "paper"],
  ["on-danger", "danger"],
  ["on-snack", "snack"],
  ["snack-act", "snack"],
  ...Object.keys(TONES).map((name) => [`tone-${name}-ink`, `tone-${name}`]),
];
const MARKS = [
  ["edge", "paper-1"],
  ["edge", "paper"],
  ["focus", "paper"],
  ["focus", "paper-1"],
  ["primary", "paper-3"],
];

const column = { day: 0, night: 2, "day, more contrast": 4, "night, more contrast": 6 };
const tone = (role, view) => ROLES[role][column[view] + 1];
for (const view of Object.keys(column)) {
  const more = view.includes("more");
  for (const [pairs, least] of [
    [TEXT, more ? 7 : 4.5],
    [MARKS, more ? 4.5 : 3],
  ]) {
    for (const [front, back] of pairs) {
      const ratio = Contrast.ratioOfTones(tone(front, view), tone(back, view));
      if (ratio < least)
        throw new Error(`${view}: ${front} on ${back} has ${ratio.toFixed(2)}, needs ${String(least)}`);
    }
  }
}

const hex = (role, view) => hexFromArgb(ROLES[role][column[view]].tone(tone(role, view)));
const rows = (day, night) =>
  Object.keys(ROLES)
    .map((role) => `    --${role}: light-dark(${hex(role, day)}, ${hex(role, night)});`)
    .join("\n");
const more = rows("day, more contrast", "night, more contrast");
writeFileSync(
  "src/web/theme/roles.css",
  `/* Written by tools/theme.mjs; change the palettes there. */
@layer tokens {
  :root {
${rows("day", "night")}
  }
  :root:is([data-contrast="more"], [data-theme="sun"]) {
${more}
  }
  @media (prefers-contrast: more) {
    :root {
${more}
    }
  }
}
`,
);
console.log(`${Object.keys(ROLES).length} roles, ${TEXT.length + MARKS.length} pairs checked in 4 views`);
process.exit(0);
