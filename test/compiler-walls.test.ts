import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = path.resolve("node_modules/.cache/planted");
const PLANTED: readonly [zone: string, name: string, code: string, fault: RegExp][] = [
  ["pure", "asks-the-network", 'export const x = fetch("/");', /TS2304.*fetch|TS2552.*fetch/],
  [
    "pure",
    "asks-the-process",
    "export const x = process.env;",
    /TS2591.*process|TS2580.*process|TS2304.*process/,
  ],
  ["pure", "asks-the-page", "export const x = document.title;", /TS2584.*document|TS2304.*document/],
  [
    "pure",
    "reaches-the-server",
    'export { hashOf } from "../../../src/server/db/hash.ts";',
    /TS6307|TS2591|TS2307/,
  ],
  ["server", "asks-the-page", "export const x = document.title;", /TS2584.*document|TS2304.*document/],
  [
    "web",
    "reads-a-file",
    'import { readFileSync } from "node:fs"; export const x = readFileSync;',
    /TS2307|TS2591/,
  ],
  [
    "web",
    "reaches-the-server",
    'export { hashOf } from "../../../src/server/db/hash.ts";',
    /TS6307|TS2307|TS2591/,
  ],
];

let said = "";

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const zone of ["pure", "server", "web"]) {
    const files = PLANTED.filter(([of]) => of === zone).map(([, name, code]) => {
      const file = `${zone}-${name}.ts`;
      writeFileSync(path.join(folder, file), `${code}\n`);
      return file;
    });
    const config = {
      extends: `../../../tsconfig.${zone}.json`,
      include: files,
      exclude: [],
      references: [],
      compilerOptions: {
        composite: true,
        rootDir: "../../..",
        outDir: "out",
        tsBuildInfoFile: `${zone}.tsbuildinfo`,
      },
    };
    writeFileSync(path.join(folder, `tsconfig.${zone}.json`), JSON.stringify(config));
    said += compile(`tsconfig.${zone}.json`);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Output of the compiler for a planted project. */
function compile(config: string): string {
  try {
    return execFileSync(process.execPath, [path.resolve("node_modules/typescript/bin/tsc"), "-p", config], {
      cwd: folder,
      encoding: "utf8",
    });
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout ?? error);
  }
}

test.each(PLANTED)("the compiler alone catches a file of %s that %s", (zone, name, _code, fault) => {
  const lines = said
    .split("\n")
    .filter((line) => line.includes(`${zone}-${name}.ts`) || line.includes("src/server/db/hash.ts"));
  expect(lines.join("\n")).toMatch(fault);
});
