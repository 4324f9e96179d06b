import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressFolder } from "../tools/build/compress-plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "waybill-compressed-"));
const [out, cache] = [join(folder, "out"), join(folder, "cache")];
const file = join(out, "assets", "page.js");

beforeAll(() => {
  mkdirSync(join(out, "assets"), { recursive: true });
  writeFileSync(file, "first ".repeat(200));
  writeFileSync(join(out, "small.js"), "small");
  writeFileSync(join(out, "picture.png"), "p".repeat(1000));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const served = () =>
  [gunzipSync(readFileSync(`${file}.gz`)), brotliDecompressSync(readFileSync(`${file}.br`))].map(String);
const cached = () => readdirSync(cache).toSorted();
const writtenAt = () => cached().map((name) => statSync(join(cache, name)).mtimeMs);

test("each text file that is worth it lies there compressed, and nothing else", () => {
  compressFolder(out, cache);
  expect(served()).toEqual(["first ".repeat(200), "first ".repeat(200)]);
  const files = readdirSync(out, { recursive: true, encoding: "utf8" });
  expect(files.filter((name) => /\.(gz|br)$/.test(name)).toSorted()).toEqual([
    join("assets", "page.js.br"),
    join("assets", "page.js.gz"),
  ]);
});

test("a file that was there before is not compressed again", () => {
  const before = writtenAt();
  rmSync(`${file}.br`);
  compressFolder(out, cache);
  expect(served()).toEqual(["first ".repeat(200), "first ".repeat(200)]);
  expect(writtenAt()).toEqual(before);
  expect(before).toHaveLength(2);
});

test("what a build that was cut short left in the cache is made anew", () => {
  for (const [nth, name] of cached().entries())
    if (nth === 0) writeFileSync(join(cache, name), "");
    else appendFileSync(join(cache, name), "more");
  compressFolder(out, cache);
  expect(served()).toEqual(["first ".repeat(200), "first ".repeat(200)]);
});

test("a changed file is compressed, and the cache forgets what it was", () => {
  const before = cached();
  writeFileSync(file, "second ".repeat(200));
  compressFolder(out, cache);
  expect(served()).toEqual(["second ".repeat(200), "second ".repeat(200)]);
  expect(cached()).toHaveLength(2);
  expect(cached().filter((name) => before.includes(name))).toEqual([]);
});
