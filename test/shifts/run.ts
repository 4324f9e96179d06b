import { createHash } from "node:crypto";
import { MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import { startCourier } from "./courier.ts";
import { startFaults } from "./faults.ts";
import type { Guard } from "./guards.ts";
import { startOffice } from "./office.ts";
import { makePhone } from "./phone.ts";
import { makeServer } from "./server.ts";
import { makeTruth } from "./truth.ts";
import { checkEnd } from "./end.ts";
import { makeMonitor } from "./monitor.ts";
import { FAULTS_END, makeWorld } from "./world.ts";

export interface ShiftReport {
  readonly seed: number;
  /** Broken invariants, by their number in the design; none in a good shift. */
  readonly wrong: readonly string[];
  readonly commands: number;
  readonly verdicts: Readonly<Record<string, number>>;
  readonly lines: readonly string[];
  readonly hash: string;
}

/** Plays one shift of two couriers with four phones, one of them shared. */
export async function runShift(seed: number, without: readonly Guard[] = []): Promise<ShiftReport> {
  const world = makeWorld(seed, without);
  const truth = makeTruth();
  const server = makeServer(world, truth);
  const parts = { world, truth, server };
  const phones = [
    makePhone("phone 1", "ana", parts),
    makePhone("phone 2", "ben", parts),
    makePhone("phone 3", "ana", parts),
    makePhone("pool phone", "ana", parts),
  ];
  startOffice(world, server, ["ana", "ben"]);
  for (const name of ["ana", "ben"]) startCourier(name, { world, truth, phones });
  startFaults(world, server, phones);
  const monitor = makeMonitor({ world, truth, server, phones });
  await world.runUntil(FAULTS_END, monitor);

  server.isDown = false;
  server.isUpgraded = true;
  server.buggy.clear();
  for (const user of ["ana", "ben"]) {
    for (const phone of phones) {
      phone.setFull(false);
      phone.line = "good";
      phone.signIn(user);
      // A call of before may hang for a while yet.
      for (let n = 0; n < 8; n += 1) world.after(n * 15 * SECOND_MS, () => void phone.drain());
    }
    await world.runUntil(world.now() + 3 * MINUTE_MS, monitor);
  }
  await world.runUntil(world.now() + 15 * MINUTE_MS, monitor);
  checkEnd({ world, truth, server, phones });
  const verdicts: Record<string, number> = {};
  for (const { verdict } of server.data.reports.values())
    verdicts[verdict.verdict] = (verdicts[verdict.verdict] ?? 0) + 1;
  return {
    seed,
    wrong: [...world.wrong],
    commands: truth.taps.size,
    verdicts,
    lines: world.lines,
    hash: createHash("sha256").update(world.lines.join("\n")).digest("hex").slice(0, 16),
  };
}
