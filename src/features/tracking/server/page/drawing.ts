import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { styleHashes } from "#server/http/style-hashes.ts";
import { escaped } from "#server/html-text.ts";
import {
  type DrawPage,
  type DrawPlainPage,
  type DrawnPage,
  PAGE_DATA_ID,
  type PageGiven,
  type PlainPage,
} from "../../contract/page.ts";

/** The page as the build left it, with what draws it. */
export interface TrackDrawing {
  /** The whole document. */
  readonly draw: (given: PageGiven) => string;
  /** Another page of the same looks, which a later room fills: no script is fetched for it. */
  readonly drawPlain: (name: string, given: Pick<PageGiven, "locale">) => string;
  /** Hashes of its style sheets, for the content policy. */
  readonly styles: readonly string[];
}

/** Opens what tools/build/track-page-plugin.ts wrote; `undefined` for a build that has none. */
export async function openTrackDrawing(folder: string): Promise<TrackDrawing | undefined> {
  const script = path.join(folder, ".draw", "draw.js");
  if (!existsSync(script)) return undefined;
  const document = await readFile(path.join(folder, "track.html"), "utf8");
  // Safe: the build makes it of src/main/track/draw.tsx.
  const module = (await import(pathToFileURL(script).href)) as Drawers;
  const plain = document.replace(/<script type="module".*?<\/script>/s, "");
  return {
    draw: (given) => {
      const drawn = module.draw(given);
      return put(document, drawn, given.locale, dataOf(drawn));
    },
    drawPlain: (name, given) => {
      const draw = module[name];
      if (!draw) throw new Error(`the build draws no ${name}`);
      return put(plain, draw(given), given.locale);
    },
    styles: styleHashes(document),
  };
}

type Drawers = { readonly draw: DrawPage } & Readonly<Record<string, DrawPlainPage<unknown>>>;

function dataOf({ data }: DrawnPage): string {
  // A text never ends the element that it stands in.
  const json = JSON.stringify(data).replaceAll("<", String.raw`\u003c`);
  return `\n<script type="application/json" id="${PAGE_DATA_ID}">${json}</script>`;
}

/** Puts a drawn page into the document of the build. @param more what follows it */
function put(document: string, drawn: PlainPage, lang: string, more = ""): string {
  const { html, title, description, dir } = drawn;
  const body = `<div id="app">${html}</div>${more}`;
  return document
    .replace(/<html lang="\w+" dir="\w+"/, `<html lang="${lang}" dir="${dir}"`)
    .replace(/(?<=<meta name="description" content=")[^"]*/, () => escaped(description))
    .replace(/<title>.*?<\/title>/, () => `<title>${escaped(title)}</title>`)
    .replace(/<div id="app">.*<\/div>(?=\s*<\/body>)/s, () => body);
}
