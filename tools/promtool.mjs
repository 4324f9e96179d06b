import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";

const PROGRAM = path.resolve("node_modules/.cache/promtool");

/** Prometheus' own checker: the machine's, or that of Debian's package, unpacked beside the packages. @returns its path; undefined when it cannot be had */
export function findPromtool() {
  if (spawnSync("promtool", ["--version"]).status === 0) return "promtool";
  if (existsSync(PROGRAM)) return PROGRAM;
  if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg-deb")) return undefined;
  mkdirSync(path.dirname(PROGRAM), { recursive: true });
  const folder = mkdtempSync(`${PROGRAM}-`);
  const download = () =>
    spawnSync("apt-get", ["download", "-qq", "prometheus"], { cwd: folder }).status === 0;
  try {
    if (!download()) {
      spawnSync("apt-get", ["update", "-qq"]);
      if (!download()) return undefined;
    }
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".deb"));
    execFileSync("dpkg-deb", ["--extract", path.join(folder, file), path.join(folder, "all")]);
    renameSync(path.join(folder, "all/usr/bin/promtool"), PROGRAM);
    return PROGRAM;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
