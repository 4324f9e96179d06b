import { createHash } from "node:crypto";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { type GuestFace, WORD_LANGUAGES } from "../../src/contract/offline-shell.ts";
import { afterBundle, buildOneScript } from "./one-script.ts";

/** Keys of the hall's words, in the order in which the page shows them. */
const SHOWN = ["state.offline.title", "state.offline.text", "state.again"];
const SCRIPT = "guest-face.js";

const wordsIn = (root: string, language: string): string[] => {
  const words: Record<string, string> = JSON.parse(
    readFileSync(join(root, "src/web/words", `${language}.json`), "utf8"),
  );
  return SHOWN.map((key) => words[key] ?? "");
};

const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** One page without files of its own: a browser that has no network has nothing else. */
function faceOf(root: string, script: string): GuestFace {
  const style = readFileSync(join(root, "src/main/guest-face.css"), "utf8").replaceAll(/\n\s*/g, "\n");
  const mark = readFileSync(join(root, "src/web/public/mark.svg"), "utf8").replace(
    "<svg",
    '<svg width="28" height="28" aria-hidden="true"',
  );
  const icons = readFileSync(join(root, "src/web/theme/icons.svg"), "utf8");
  const icon = /<symbol id="offline" (viewBox="[^"]+")>(.*?)<\/symbol>/.exec(icons);
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Waybill</title>
<style>${style}</style>
</head>
<body>
<header>${mark.trim()}<bdi dir="ltr" translate="no">Waybill</bdi></header>
<main><div><svg ${icon?.[1]} width="40" height="40" fill="currentColor" aria-hidden="true">${icon?.[2]}</svg></div><h1></h1><p></p><button type="button"></button></main>
<script>${script}</script>
</body>
</html>`;
  const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
  return { html, policy };
}

/** Builds the worker of a guest's pages, with the page in it that it answers without network. */
export const guestWorker = (): Plugin =>
  afterBundle("guest-worker", async ({ root, out }) => {
    const words = Object.fromEntries(WORD_LANGUAGES.map((one) => [one, wordsIn(root, one)]));
    await buildOneScript({
      root,
      out,
      entry: "src/main/guest-face.ts",
      file: SCRIPT,
      define: { FACE_WORDS: JSON.stringify(words) },
    });
    const script = readFileSync(join(out, SCRIPT), "utf8").trim();
    rmSync(join(out, SCRIPT));
    await buildOneScript({
      root,
      out,
      entry: "src/main/guest-sw.ts",
      file: "guest.js",
      define: { GUEST_FACE: JSON.stringify(faceOf(root, script)) },
    });
  });
