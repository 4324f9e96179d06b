import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Locked, type LockedPackages, resolvedIn, TOP } from "./manifest.ts";

/**
 * Lets npm write the bill of materials (CycloneDX). It reads a lock file of what is shipped and of nothing else: bundled
 * packages have left their dependencies behind where the bundle does without them.
 */
export function billOfMaterials(
  { name, version, license }: Locked & { readonly name: string },
  lock: LockedPackages,
  shipped: readonly string[],
): string {
  const isShipped = new Set(shipped);
  const only = (folder: string, needs: Readonly<Record<string, string>>) =>
    Object.fromEntries(
      Object.entries(needs).filter(([need]) => isShipped.has(resolvedIn(lock, folder, need))),
    );
  const entries = shipped.map((folder): [string, Locked] => {
    const { version: at, license: under, resolved: _, ...entry } = lock[folder] ?? {};
    const { integrity, optional } = entry;
    const needs = only(folder, { ...entry.dependencies, ...entry.optionalDependencies });
    return [folder, { version: at ?? "", license: under ?? "", integrity, optional, dependencies: needs }];
  });
  const top = entries.filter(([folder]) => TOP.test(folder));
  const dependencies = Object.fromEntries(
    top.map(([folder, entry]) => [folder.slice("node_modules/".length), entry.version ?? ""]),
  );
  const own = { name, version, license, dependencies };
  const packages = { "": own, ...Object.fromEntries(entries) };
  return sbomIn(own, { name, version, lockfileVersion: 3, requires: true, packages });
}

function sbomIn(manifest: object, lock: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), "waybill-sbom-"));
  try {
    writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(path.join(folder, "package-lock.json"), JSON.stringify(lock));
    const call = ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "application", "--package-lock-only"];
    return npm(call, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs npm. @returns what it printed */
export function npm(args: readonly string[], cwd: string): string {
  const isWindows = process.platform === "win32";
  return execFileSync(isWindows ? "npm.cmd" : "npm", [...args], {
    cwd,
    encoding: "utf8",
    maxBuffer: 64e6,
    shell: isWindows,
  });
}
