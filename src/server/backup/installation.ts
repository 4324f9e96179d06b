import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../folder.ts";
import { systemCode } from "../setup-problem.ts";

/** Beside the data and in no backup: a copy that is restored elsewhere is another installation. */
const FILE = "installation-id";

/** Id of the installation that a data folder belongs to, made at the first question. @throws SetupProblem, fault of the disk */
export function installationIn(dataFolder: string): string {
  const file = path.join(dataFolder, FILE);
  makeFolder(dataFolder);
  try {
    writeFileSync(file, randomUUID(), { flag: "wx", mode: 0o600, flush: true });
  } catch (error) {
    if (systemCode(error) !== "EEXIST") throw error;
  }
  return readFileSync(file, "utf8").trim();
}
