import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type { Plugin } from "vite";
import { expect, onTestFinished, test } from "vitest";
import { serverStamp } from "../tools/build/server-stamp-plugin.ts";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "waybill-bundle-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waybill with a bundle of one source and two parts, and how its commands are answered. */
function bundled() {
  const folder = temporary();
  for (const name of ["bin", "package.json"]) cpSync(name, join(folder, name), { recursive: true });
  const cache = join(folder, "node_modules", ".cache", "waybill-server");
  mkdirSync(cache, { recursive: true });
  writeFileSync(join(folder, "node_modules", ".package-lock.json"), "{}");
  const [source, entry, part] = [
    join(folder, "source.ts"),
    join(cache, "main.mjs"),
    join(cache, "part.mjs"),
  ] as const;
  writeFileSync(source, "as it was bundled");
  writeFileSync(entry, 'export const main = (args) => void process.stdout.write("bundled " + args);');
  writeFileSync(part, "as it was written");
  const { size, mtimeMs } = statSync(source);
  const parts = [entry, part].map((file) => [file, statSync(file).size]);
  writeFileSync(
    join(cache, "current.json"),
    JSON.stringify({ entry, parts, files: [[source, size, mtimeMs]] }),
  );
  const said = (...args: string[]) =>
    spawnSync(process.execPath, [join(folder, "bin", "waybill.mjs"), ...args], { encoding: "utf8" });
  return { source, part, said };
}

test("the bundled server runs as long as no file that it was made of has changed", () => {
  const { source, said } = bundled();
  expect(said("doctor").stdout).toBe("bundled doctor");
  expect(said("doctor", "--dev").stdout).toBe("");
  writeFileSync(source, "changed since");
  const { stdout, stderr } = said("doctor");
  expect(stdout).toBe("");
  expect(stderr).toContain("tsx");
});

test.each([
  ["cut short", (part: string) => writeFileSync(part, "as it")],
  ["gone", (part: string) => rmSync(part)],
])("a bundle with a part that is %s does not run", (_, harm) => {
  const { part, said } = bundled();
  harm(part);
  expect(said("doctor").stdout).toBe("");
});

/** Bundles a source of its own, and says what the stamp then names. */
function maker() {
  const folder = temporary();
  const source = join(folder, "source.ts");
  const cache = join(folder, "cache");
  writeFileSync(source, "export const main = 1;");
  utimesSync(source, 1, 1);
  const make = async (name: string, ...others: Plugin[]): Promise<string | undefined> => {
    const output = { entryFileNames: "main.mjs" };
    const made = { ssr: source, outDir: join(cache, name), sourcemap: true, rolldownOptions: { output } };
    const plugins = [serverStamp(cache, name), ...others];
    await build({ configFile: false, logLevel: "silent", publicDir: false, plugins, build: made });
    const stamp = join(cache, "current.json");
    return existsSync(stamp) ? readFileSync(stamp, "utf8") : undefined;
  };
  return { source, cache, make };
}

test("a bundle is stamped with its parts, its source and what decides how it is made", async () => {
  const { source, cache, make } = maker();
  const stamp = JSON.parse((await make("one")) ?? "");
  expect(stamp.entry).toBe(join(cache, "one", "main.mjs"));
  expect(stamp.parts.map(([file]: [string]) => file)).toEqual(
    ["main.mjs", "main.mjs.map"].map((name) => join(cache, "one", name)),
  );
  const recipe = [
    "package-lock.json",
    "package.json",
    "vite.server.config.ts",
    "tools/build/at-home-plugin.ts",
  ];
  const files = stamp.files.map(([file]: [string]) => file);
  expect(files.toSorted()).toEqual([...recipe.map((name) => join(process.cwd(), name)), source].toSorted());
});

test("a fault of the bundled server is told in lines of its source", async () => {
  const { source, cache, make } = maker();
  writeFileSync(
    source,
    "type Unused = string;\n\nexport const main = () => {\n  throw new Error('a fault');\n};\n",
  );
  utimesSync(source, 1, 1);
  await make("told");
  const [lines, entry] = [resolve("bin/source-lines.mjs"), join(cache, "told", "main.mjs")].map(
    (file) => pathToFileURL(file).href,
  );
  const program = [
    `const { tellSourceLines } = await import("${lines}");`,
    `tellSourceLines(new URL("./", "${entry}").href);`,
    `const { main } = await import("${entry}");`,
    "try { main(); } catch (fault) { console.log(fault.stack); }",
  ].join("\n");
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stdout).toMatch(/^Error: a fault\n {4}at main \(file:.*\/source\.ts:4:9\)\n/);
});

test("a source that changes while it is bundled leaves no stamp, and neither does a build that fails", async () => {
  const { source, make } = maker();
  const change = () => utimesSync(source, new Date(), new Date(Date.now() + 1_000));
  expect(await make("changed", { name: "change", generateBundle: change })).toBeUndefined();
  utimesSync(source, 1, 1);
  const fail = () => {
    throw new Error("no");
  };
  await expect(make("failed", { name: "fail", generateBundle: fail })).rejects.toThrow("no");
  expect(await make("well")).toContain("well");
});

test("of older bundles the one that was the newest stays, however old it is", async () => {
  const { cache, make } = maker();
  await make("first");
  await make("second");
  for (const name of ["first", "second"]) utimesSync(join(cache, name), 1, 1);
  await make("third");
  expect(["first", "second", "third"].map((name) => existsSync(join(cache, name)))).toEqual([
    false,
    true,
    true,
  ]);
});
