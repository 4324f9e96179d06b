import type { DemoPerson } from "./people.ts";

/** Dark enough for white letters (5.6:1 and more). */
const COLOURS = ["#383e9a", "#7a3e00", "#00605a", "#8c1d5b", "#3b5f00", "#5b3a9a", "#9c2b1f", "#24507a"];

const codeOf = (text: string) => Buffer.from(text).reduce((sum, byte) => sum + byte, 0);

const initialsOf = (name: string) =>
  name
    .split(" ")
    .map((word) => String.fromCodePoint(word.codePointAt(0) ?? 32))
    .join("");

/** The `picture` claim: initials on a colour, as an address that needs no further origin in the app's policy. */
export function pictureOf({ name, subject }: DemoPerson): string {
  const colour = COLOURS[codeOf(subject) % COLOURS.length] ?? "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="${colour}"/><text x="32" y="41" font-family="system-ui,sans-serif" font-size="26" font-weight="600" text-anchor="middle" fill="#fff">${initialsOf(name)}</text></svg>`;
  return `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
}
