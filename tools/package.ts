// `npm run package`: makes waybill-<version>.tgz in `package/` (or in `--out FOLDER`), to be installed without a compiler
// and without development packages. `--keep-client` takes the client that `dist` has.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "vite";
import { COPIED, LEFT_OUT } from "./package/copied.ts";
import { licenceFile, refusedLicences, shippedOf } from "./package/licences.ts";
import { closureOf, packageManifest, readLock, shrinkwrapOf } from "./package/manifest.ts";
import { removeEarlier } from "./package/remove-earlier.ts";
import { npm, billOfMaterials } from "./package/sbom.ts";
import { bundleServer } from "./package/server.ts";

/** Folder that an image is built from. In another one, earlier packages stay: they are the way back. */
const OWN = "package";

const { values } = parseArgs({
  options: { out: { type: "string", default: OWN }, "keep-client": { type: "boolean" } },
});
const root = process.cwd();
const stage = mkdtempSync(path.join(tmpdir(), "waybill-package-"));

/** @returns where the package lies */
async function pack(out: string): Promise<string> {
  for (const name of [...COPIED, "dist"])
    cpSync(path.join(root, name), path.join(stage, name), {
      recursive: true,
      filter: (from) => !LEFT_OUT.includes(path.relative(root, from)),
    });
  const inServer = await bundleServer(root, path.join(stage, "server"));
  const lock = readLock(root);
  const manifest = packageManifest(root, lock);
  const installed = closureOf(lock, [
    ...Object.keys(manifest.dependencies),
    ...Object.keys(manifest.optionalDependencies),
  ]);
  const folders = [...new Set([...installed, ...inServer, ...inClient()])].toSorted();
  const shipped = shippedOf(lock, folders);
  const refused = refusedLicences(shipped);
  if (refused.length > 0) throw new Error(`These may not be shipped:\n${refused.join("\n")}`);
  write("package.json", JSON.stringify(manifest, undefined, 2));
  write("npm-shrinkwrap.json", JSON.stringify(shrinkwrapOf(manifest, lock), undefined, 2));
  write("sbom.cdx.json", billOfMaterials(manifest, lock, folders));
  write("THIRD-PARTY-LICENSES.txt", licenceFile(root, shipped));
  mkdirSync(out, { recursive: true });
  if (out === path.resolve(OWN)) removeEarlier(out);
  const [packed] = JSON.parse(npm(["pack", "--json", "--pack-destination", out], stage));
  return path.join(out, packed.filename);
}

const write = (name: string, text: string): void => writeFileSync(path.join(stage, name), text);

function inClient(): readonly string[] {
  const list = path.join(root, "dist", ".vite", "packages.json");
  if (!existsSync(list)) throw new Error("dist was built without its list of packages: build it again.");
  return JSON.parse(readFileSync(list, "utf8"));
}

try {
  if (!values["keep-client"]) await build({ logLevel: "warn" });
  process.stdout.write(`${await pack(path.resolve(values.out))}\n`);
} finally {
  rmSync(stage, { recursive: true, force: true });
}
