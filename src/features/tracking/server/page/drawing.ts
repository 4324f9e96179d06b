import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { styleHashes } from "#server/http/style-hashes.ts";
import { escaped } from "#server/html-text.ts";
import { type DrawPage, PAGE_DATA_ID, type PageGiven } from "../../contract/page.ts";

/** The page as the build left it, with what draws it. */
export interface TrackDrawing {
  /** The whole document. */
  readonly draw: (given: PageGiven) => string;
  /** Hashes of its style sheets, for the content policy. */
  readonly styles: readonly string[];
}

/** Opens what tools/build/track-page-plugin.ts wrote; `undefined` for a build that has none. */
export async function openTrackDrawing(folder: string): Promise<TrackDrawing | undefined> {
  const script = path.join(folder, ".draw", "draw.js");
  if (!existsSync(script)) return undefined;
  const document = await readFile(path.join(folder, "track.html"), "utf8");
  // Safe: the build makes it of src/main/track/draw.tsx.
  const { draw } = (await import(pathToFileURL(script).href)) as { draw: DrawPage };
  return { draw: (given) => put(document, draw(given), given.locale), styles: styleHashes(document) };
}

/** Puts a drawn page into the document of the build. */
function put(document: string, drawn: ReturnType<DrawPage>, lang: string): string {
  const { html, title, description, dir, data } = drawn;
  // A text never ends the element that it stands in.
  const json = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  const body = `<div id="app">${html}</div>\n<script type="application/json" id="${PAGE_DATA_ID}">${json}</script>`;
  return document
    .replace(/<html lang="\w+" dir="\w+"/, `<html lang="${lang}" dir="${dir}"`)
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escaped(description))
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<div id="app">.*<\/div>(?=\s*<\/body>)/s, () => body);
}
