import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { asOneFile } from "#test/support/processes/one-file.ts";
import type { Effort, Overhead } from "./overhead-run.ts";

export const OVERHEAD_WHOLE: Effort = { rounds: 15, seconds: 0.5, warmUpSeconds: 8 };
export const OVERHEAD_SMOKE: Effort = { rounds: 1, seconds: 0.3, warmUpSeconds: 0.1 };

/**
 * Time of the main calls beside a bare row, in a process that runs the server as it is shipped: in one file. Module by
 * module through tsx each function that is made while a call is answered is given its name first.
 */
export async function benchOverhead(effort: Effort = OVERHEAD_WHOLE): Promise<Overhead[]> {
  const file = await asOneFile("tools/bench/overhead-run.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [file, JSON.stringify(effort)]);
  // Safe: `overhead-run.ts` writes these.
  return JSON.parse(stdout) as Overhead[];
}

if (process.argv[1]?.endsWith("overhead.ts")) {
  const figures = await benchOverhead({ ...OVERHEAD_WHOLE, only: process.argv.slice(2) });
  process.stdout.write(`${JSON.stringify(figures, undefined, 1)}\n`);
}
