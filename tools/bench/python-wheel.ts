import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import path from "node:path";

/** A wheel may be for a newer Python than this machine's: its programs run all the same. */
const ANY_PYTHON = [
  "--only-binary",
  ":all:",
  "--platform",
  "manylinux_2_28_x86_64",
  "--python-version",
  "3.12",
];

/** Fetches a wheel from the Python registry, `name==version`, and unpacks it. @returns the folder of its files */
export function unpackWheel(wheel: string, folder: string): string {
  const [name = wheel] = wheel.split("==");
  const [wheels, target] = [path.join(folder, `${name}-wheel`), path.join(folder, name)];
  const download = ["-m", "pip", "download", "-q", "--no-deps", ...ANY_PYTHON, "-d", wheels, wheel];
  execFileSync("python3", download);
  const [file = ""] = readdirSync(wheels);
  execFileSync("python3", ["-m", "zipfile", "-e", path.join(wheels, file), target]);
  return target;
}
