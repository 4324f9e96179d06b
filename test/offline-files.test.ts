import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { offlineFiles } from "../tools/build/offline-files.ts";

/** Stored files of a build with these parts: name and what it imports, with a star where only when it is needed. */
function storedOf(parts: Readonly<Record<string, readonly string[]>>) {
  const out = mkdtempSync(path.join(tmpdir(), "waybill-offline-"));
  onTestFinished(() => rmSync(out, { recursive: true, force: true }));
  for (const folder of ["assets", ".vite"]) mkdirSync(path.join(out, folder));
  for (const name of ["index.html", "mark.svg", "waybill.webmanifest"])
    writeFileSync(path.join(out, name), name);
  const manifest = Object.entries(parts).map(([key, names]) => {
    const file =
      key === "index.html" ? "assets/index-AAAAAAAA.js" : `assets/${path.basename(key)}-AAAAAAAA.js`;
    const imports = names.filter((name) => !name.startsWith("*"));
    const dynamicImports = names.filter((name) => name.startsWith("*")).map((name) => name.slice(1));
    return [key, { file, imports, dynamicImports }];
  });
  writeFileSync(path.join(out, ".vite", "manifest.json"), JSON.stringify(Object.fromEntries(manifest)));
  return offlineFiles(out);
}

test("a part is stored with all that it imports, even what has the name of a part that is of no use", () => {
  const { first, rest } = storedOf({
    "index.html": ["*src/web/session/driver", "*src/features/dispatch/web/board-page", "*money-page"],
    "src/web/session/driver": ["drafts-aside"],
    "src/features/dispatch/web/board-page": ["late-dialog", "*find-dialog"],
    "drafts-aside": [],
    "late-dialog": [],
    "find-dialog": [],
    "money-page": [],
  });
  const stored = (names: readonly string[]) => names.map((name) => `/assets/${name}-AAAAAAAA.js`);
  expect(first).toEqual(stored(["drafts-aside", "driver", "index"]));
  expect(rest).toEqual(stored(["board-page", "late-dialog"]));
});
