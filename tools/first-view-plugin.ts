import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { build, type Manifest, type Plugin } from "vite";
import { WORD_LOCALES, words } from "./words-plugin.ts";

interface View {
  readonly html: string;
  readonly title: string;
  readonly lang: string;
  readonly dir: string;
}

const BOOK = "src/features/sender/web/book/book.tsx";
const DRAWN = "node_modules/.cache/first-view";

/**
 * Writes `book.plain.<language>.html`, and `book.demo.<language>.html` with a demo's strip: the console's page with the first view of booking in it, drawn by the console itself.
 * A stranger on a slow phone then reads before the script is there, which puts the same view in its place.
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
          build: { ssr: "tools/first-view-draw.ts", outDir: folder, emptyOutDir: true, target: "node20" },
        });
        const shell = readFileSync(join(out, "index.html"), "utf8");
        const manifest: Manifest = JSON.parse(readFileSync(join(out, ".vite", "manifest.json"), "utf8"));
        for (const language of WORD_LOCALES) {
          const links = linksOf(manifest, language);
          for (const kind of ["plain", "demo"]) {
            const text = execFileSync(
              process.execPath,
              [join(folder, "first-view-draw.js"), language, kind],
              { encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
            );
            const view: View = JSON.parse(text);
            writeFileSync(join(out, `book.${kind}.${language}.html`), pageOf(shell, view, links));
          }
        }
      },
    },
  };
}

function pageOf(shell: string, { html, title, lang, dir }: View, links: string): string {
  return shell
    .replace(/<html lang="\w+" dir="\w+"/, `<html lang="${lang}" dir="${dir}"`)
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace("</head>", () => `${links}\n  </head>`)
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
