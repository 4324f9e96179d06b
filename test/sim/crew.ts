import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import type { Safeguards } from "#features/payments/server/base/payment-deps.ts";
import { asOneFile } from "#test/support/processes/one-file.ts";
import type { SeedReport, Tells, Told } from "./worker.ts";

export interface Crew {
  /** Runs seeds in all processes; `tell` hears of each as it ends. @returns by seed, those that ended */
  run(
    seeds: readonly number[],
    options?: { readonly safeguards?: Partial<Safeguards>; readonly tell?: (report: SeedReport) => void },
  ): Promise<SeedReport[]>;
  /** Begins no further seed; `run` ends with what is done. */
  stop(): void;
  close(): Promise<void>;
}

/** More share a disk and a memory bus that are no faster for it. */
const MOST = 4;
/** `WAYBILL_SIM_PROCESSES` asks for another number, where others are at work beside it. */
const USUAL = Number(process.env["WAYBILL_SIM_PROCESSES"] ?? Math.min(availableParallelism(), MOST));

/** Processes that run seeds, each on a database of its own: one for each core. */
export async function openCrew(processes = USUAL): Promise<Crew> {
  const worker = await asOneFile("test/sim/worker.ts");
  const options = { execArgv: ["--enable-source-maps"] };
  const workers = Array.from({ length: processes }, () => fork(worker, options));
  await Promise.all(workers.map(isReady));
  const say = (worker: ChildProcess, told: Told): void => void worker.send(told);
  return {
    async run(seeds, { safeguards = {}, tell } = {}) {
      const reports: SeedReport[] = [];
      const took = (report: SeedReport): void => {
        reports.push(report);
        tell?.(report);
      };
      await Promise.all(
        workers.map((worker, nth) => {
          const ended = untilRan(worker, took);
          const own = seeds.filter((_, place) => place % processes === nth);
          say(worker, { kind: "run", seeds: own, safeguards });
          return ended;
        }),
      );
      return reports.toSorted((a, b) => a.seed - b.seed);
    },
    stop: () => workers.forEach((worker) => say(worker, { kind: "stop" })),
    async close() {
      await Promise.all(
        workers.map(async (worker) => {
          const gone = once(worker, "exit");
          worker.disconnect();
          await gone;
        }),
      );
    },
  };
}

const isReady = (worker: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once("message", () => resolve());
    worker.once("exit", (code) => reject(new Error(`a process of the simulation ended with ${code}`)));
  });

function untilRan(worker: ChildProcess, took: (report: SeedReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null): void =>
      reject(new Error(`a process of the simulation ended with ${code}`));
    const hear = (tells: Tells): void => {
      if (tells.kind === "result") took(tells.result);
      if (tells.kind !== "ran") return;
      worker.off("message", hear);
      worker.off("exit", gone);
      if (tells.error === undefined) resolve();
      else reject(new Error(tells.error));
    };
    worker.on("message", hear);
    worker.once("exit", gone);
  });
}
