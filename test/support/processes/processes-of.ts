import { existsSync, readFileSync, readdirSync } from "node:fs";

/** Ids of processes whose command line names this folder. */
export const processesOf = (folder: string): number[] =>
  readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => existsSync(`/proc/${pid}/cmdline`) && commandOf(pid).includes(folder))
    .map(Number);

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}
