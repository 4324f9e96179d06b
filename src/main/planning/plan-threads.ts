import { Worker } from "node:worker_threads";
import { hashOf } from "#server/db/hash.ts";
import type { MadePlan, PlanJob, Planner, Quotes } from "#server/planning/planner.ts";
import type { Answer, Asked } from "./plan-work.ts";

/** Plans of a map's folder: each in a thread of its own, quotes in one that stays warm. */
export function openPlanner(mapFolder: string): Planner {
  const threads = new Set<Worker>();
  const start = (): Worker => {
    const worker = new Worker(new URL("./plan-worker.mjs", import.meta.url), {
      workerData: mapFolder,
      execArgv: [],
    });
    threads.add(worker);
    worker.on("exit", () => threads.delete(worker));
    // A server that stops does not wait for a plan.
    worker.unref();
    return worker;
  };
  const quotes = quoting(start);
  return {
    plan(job, ms, onProgress = () => undefined) {
      const from = Date.now();
      const stop = new Int32Array(new SharedArrayBuffer(4));
      const worker = start();
      const done = new Promise<MadePlan>((resolve, reject) => {
        worker.on("message", (answer: Answer) => {
          if (answer.kind === "best") onProgress(answer.progress);
          if (answer.kind === "plan") resolve(answer.plan);
          if (answer.kind === "failed") reject(new Error(answer.error));
        });
        worker.on("error", reject);
        worker.on("exit", () => reject(new Error("the planner's thread ended")));
      });
      worker.postMessage({ kind: "plan", job, ms, from, stop } satisfies Asked);
      return {
        done: done.finally(() => void worker.terminate()),
        cancel: () => void Atomics.store(stop, 0, 1),
      };
    },
    quote: quotes,
    async close() {
      await Promise.all([...threads].map((worker) => worker.terminate()));
    },
  };
}

interface Waiting {
  readonly resolve: (quotes: Quotes) => void;
  readonly reject: (error: Error) => void;
}

function quoting(start: () => Worker): Planner["quote"] {
  const waiting = new Map<number, Waiting>();
  let thread: { readonly worker: Worker; known: string } | undefined;
  let asked = 0;
  const open = (): { readonly worker: Worker; known: string } => {
    const worker = start();
    const opened = { worker, known: "" };
    const end = (error: Error): void => {
      if (thread === opened) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    worker.on("message", (answer: Answer) => {
      if (answer.kind !== "quotes" && answer.kind !== "failed") return;
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind === "quotes") caller?.resolve(answer.quotes);
      else {
        opened.known = "";
        caller?.reject(new Error(answer.error));
      }
    });
    worker.on("error", end);
    worker.on("exit", () => end(new Error("the planner's thread ended")));
    return opened;
  };
  return (job: PlanJob, order) =>
    new Promise<Quotes>((resolve, reject) => {
      thread ??= open();
      const key = hashOf(job);
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      const isKnown = thread.known === key;
      thread.known = key;
      const message: Asked = { kind: "quote", id, order, ...(isKnown ? {} : { job }) };
      thread.worker.postMessage(message);
    });
}
