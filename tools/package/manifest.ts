import { readFileSync } from "node:fs";
import path from "node:path";
import { INSTALLED, READ } from "./server.ts";

/** One entry of a lock file, as far as it is read here. */
export interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
  readonly [field: string]: unknown;
}

/** Entries by folder; the repository's own is "". */
export type LockedPackages = Readonly<Record<string, Locked>>;

interface Manifest extends Locked {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Folder of a package that lies in no other's. */
export const TOP = /^node_modules\/(@[^/]+\/)?[^/]+$/;

const read = (root: string, name: string): unknown => JSON.parse(readFileSync(path.join(root, name), "utf8"));

export function readLock(root: string): LockedPackages {
  // Safe: npm writes it, and `npm ci` refuses another form.
  return (read(root, "package-lock.json") as { readonly packages: LockedPackages }).packages;
}

/**
 * The repository's own facts, and what the bundled server needs beside itself: all of it, with what it needs in its turn,
 * at the version that was tested. npm reads the lock file of a package from a registry, not of one that is a file.
 */
export function packageManifest(root: string, lock: LockedPackages): Manifest {
  const { name, version, description, license, bin, type, engines, optionalDependencies } = read(
    root,
    "package.json",
  ) as Manifest;
  const top = closureOf(lock, [...INSTALLED, ...READ]).filter((folder) => TOP.test(folder));
  const pinned = (isOptional: boolean) =>
    Object.fromEntries(
      top
        .filter((folder) => Boolean(lock[folder]?.["optional"]) === isOptional)
        .map((folder) => [folder.slice("node_modules/".length), lock[folder]?.version ?? ""]),
    );
  const facts = { name, version, private: true, description, license, bin, type, engines };
  const optional = { ...pinned(true), ...optionalDependencies };
  return { ...facts, dependencies: pinned(false), optionalDependencies: optional };
}

/** @returns folders of all that is installed with these packages, on whatever platform */
export function closureOf(lock: LockedPackages, names: readonly string[]): readonly string[] {
  const found = new Set<string>();
  const waiting = names.map((name) => resolvedIn(lock, "", name));
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (found.has(folder)) continue;
    found.add(folder);
    for (const name of needsOf(lock[folder] ?? {})) {
      const next = resolvedIn(lock, folder, name);
      if (lock[next] !== undefined) waiting.push(next);
    }
  }
  return [...found].toSorted();
}

function needsOf({ dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta }: Locked) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Looks upwards, as Node does. */
export function resolvedIn(lock: LockedPackages, from: string, name: string): string {
  for (let at = from; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("/node_modules/")))) {
    const inside = `${at}/node_modules/${name}`;
    if (lock[inside] !== undefined) return inside;
  }
  return `node_modules/${name}`;
}

/** The lock file of the package: entries of the repository's own, so that the same versions are installed. */
export function shrinkwrapOf(manifest: Manifest, lock: LockedPackages) {
  const { name, version, license, bin, engines, dependencies, optionalDependencies } = manifest;
  const roots = [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
  const entries = closureOf(lock, roots).map((folder) => {
    const entry = lock[folder];
    if (entry === undefined) throw new Error(`The lock file has no ${folder}: run npm install.`);
    const { dev: _dev, devOptional: _devOptional, peer: _peer, ...kept } = entry;
    return [folder, kept] as const;
  });
  const own = { name, version, license, dependencies, bin, engines, optionalDependencies };
  const packages = { "": own, ...Object.fromEntries(entries) };
  return { name, version, lockfileVersion: 3, requires: true, packages };
}
