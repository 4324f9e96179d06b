import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import react from "@vitejs/plugin-react";
import { build, type Manifest, type Plugin } from "vite";
import { styleWithin } from "./style-within.ts";
import { WORD_LOCALES, words } from "./words-plugin.ts";

interface View {
  readonly html: string;
  readonly title: string;
  readonly lang: string;
  readonly dir: string;
}

const BOOK = "src/features/sender/web/book/book.tsx";
const DRAWN = "node_modules/.cache/first-view";
const KINDS = ["plain", "demo"];

/**
 * Writes `book.plain.<language>.html`, and `book.demo.<language>.html` with a demo's strip: the console's page with the first view of booking in it, drawn by the console itself.
 * A stranger on a slow phone then reads before the script is there, which puts the same view in its place: styles lie in the
 * document, and scripts give way to the fonts.
 */
export function firstView(): Plugin {
  let out = "dist";
  let root = ".";
  return {
    name: "waybill:first-view",
    apply: "build",
    configResolved: (config) => {
      out = resolve(config.root, config.build.outDir);
      ({ root } = config);
    },
    writeBundle: {
      sequential: true,
      async handler() {
        const folder = resolve(root, DRAWN);
        await build({
          configFile: false,
          root,
          logLevel: "warn",
          publicDir: false,
          plugins: [words(), react()],
          // Packages come with it: opening 700 files of theirs took each drawing 1 s of processor time.
          ssr: { noExternal: true },
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
          build: {
            ssr: "tools/build/first-view-draw.ts",
            outDir: folder,
            emptyOutDir: true,
            target: "node20",
            chunkSizeWarningLimit: Infinity,
          },
        });
        const shell = readFileSync(join(out, "index.html"), "utf8");
        const manifest: Manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest.json"), "utf8"));
        const views = WORD_LOCALES.flatMap((language) => KINDS.map((kind) => ({ language, kind })));
        const lane = async () => {
          for (let one = views.shift(); one; one = views.shift()) {
            const { language, kind } = one;
            const view = await draw(folder, language, kind);
            const page = pageOf(shell, view, linksOf(manifest, language));
            writeFileSync(join(out, `book.${kind}.${language}.html`), styleWithin(page, out));
          }
        };
        await Promise.all([lane(), lane()]);
      },
    },
  };
}

async function draw(folder: string, language: string, kind: string): Promise<View> {
  const drawing = [join(folder, "first-view-draw.js"), language, kind];
  const { stdout } = await promisify(execFile)(process.execPath, drawing);
  return JSON.parse(stdout);
}

function pageOf(shell: string, { html, title, lang, dir }: View, links: string): string {
  return shell
    .replace(/<html lang="\w+" dir="\w+"/, `<html lang="${lang}" dir="${dir}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace("</head>", () => `${links}\n  </head>`)
    .replaceAll(/<(?:script type="module"|link rel="modulepreload") /g, `$&fetchpriority="low" `)
    .replace(/<div id="app">.*<\/div>(?=\s*<\/body>)/s, () => `<div id="app">${html}</div>`);
}

/** The style of the view, and what the script would ask for one after the other: its page and the words. */
function linksOf(manifest: Manifest, language: string): string {
  const named = closureOf(manifest, ["index.html"]);
  const needed = closureOf(manifest, [
    BOOK,
    `virtual:words/hall/${language}`,
    `virtual:words/sender/${language}`,
  ]);
  const chunks = [...needed].filter((key) => !named.has(key)).map((key) => manifest[key]);
  const styles = new Set(chunks.flatMap((chunk) => chunk?.css ?? []));
  const scripts = new Set(chunks.map((chunk) => chunk?.file));
  return [
    ...[...styles].map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...[...scripts].map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join("\n    ");
}

/** Everything that these modules bring with them, without what they only may import later. */
function closureOf(manifest: Manifest, keys: readonly string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key) || !manifest[key]) continue;
    seen.add(key);
    closureOf(manifest, manifest[key].imports ?? [], seen);
  }
  return seen;
}
