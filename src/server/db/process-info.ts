import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { systemCode } from "../setup-problem.ts";

/** True while a process with this id exists; a zombie counts as gone. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === "EPERM";
  }
  return statOf(pid)?.state !== "Z";
}

/**
 * Tells one life of a process id from the next: when it started, and in which run of the machine.
 * "" where the system does not say (Windows).
 */
export function bornAt(pid: number): string {
  if (process.platform === "linux") {
    const boot = read("/proc/sys/kernel/random/boot_id").trim();
    return `${boot}/${statOf(pid)?.ticks ?? ""}`;
  }
  if (process.platform === "win32") return "";
  return run("ps", ["-o", "lstart=", "-p", String(pid)]);
}

/** The command line of a process, "" when it is unknown. */
export function commandOf(pid: number): string {
  if (process.platform === "linux") return read(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim();
  return process.platform === "win32" ? "" : run("ps", ["-o", "command=", "-p", String(pid)]);
}

/** Field 3 and field 22 of proc(5) stat; the name in brackets may hold spaces. */
function statOf(pid: number): { state: string; ticks: string } | undefined {
  const text = read(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return text === "" ? undefined : { state: fields[0] ?? "", ticks: fields[19] ?? "" };
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

function run(command: string, args: string[]): string {
  try {
    return execFileSync(command, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return "";
  }
}
