/** Colours of zones for later rooms, apart from the call that reads their outlines. */
export { HUES } from "./hues.ts";
export { Swatch } from "./swatch.tsx";
