import { execFileSync } from "node:child_process";
import path from "node:path";

/** Whether a first start made a demo or only what every Waybill needs. */
export type MadeData = "demo" | "bare";

/**
 * Puts data into an empty folder that a first start of this run made and left in order, so that the next start is a second
 * one: it spares 4 s of processor time, with a demo 15. Without `npm test` nothing was made, and the start is a first one.
 * Nothing in the data names a port; keys and passwords are those of every other copy.
 */
export function takeMadeData(kind: MadeData, folder: string): void {
  const made = process.env["WAYBILL_TEST_MADE_DATA"];
  if (made === undefined) return;
  execFileSync("cp", ["-a", `${path.join(made, kind)}/.`, folder]);
}
