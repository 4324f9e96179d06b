import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Folders of the endpoints, and of what their shapes are made of. */
const CONTRACT = /(^|[\\/])(contract|domain|kernel)[\\/]/;

/**
 * Hashes the sources of the API's description, which the server makes while it runs: the contract of every room, and the
 * files that name a route without one. It may change where the description stays; never the other way round.
 */
export function contractHash(root: string): string {
  const hash = createHash("sha256");
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  for (const name of names.toSorted()) {
    if (!/(?<!\.test)\.ts$/.test(name)) continue;
    const text = readFileSync(join(root, "src", name), "utf8");
    if (CONTRACT.test(name) || /RawRoute|openApiOf/.test(text)) hash.update(text);
  }
  return hash.digest("hex");
}
