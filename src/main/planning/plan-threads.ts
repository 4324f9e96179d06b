import { Worker } from "node:worker_threads";
import type { Order } from "#kernel/plan-request.ts";
import type { RoadServerSettings } from "#engines/roads/servers/road-server.ts";
import { hashOf } from "#server/db/hash.ts";
import type { MadePlan, PlanJob, Planner } from "#server/planning/planner.ts";
import type { Answer, Asked } from "./plan-work.ts";
import type { PlannedOn } from "./travel.ts";

/** Plans of a map's folder: each in a thread of its own, quotes in one that stays warm. */
export function openPlanner(mapFolder: string, server?: RoadServerSettings): Planner {
  const threads = new Set<Worker>();
  const start = (): Worker => {
    const worker = new Worker(new URL("./plan-worker.mjs", import.meta.url), {
      workerData: { mapFolder, server } satisfies PlannedOn,
      execArgv: [],
    });
    threads.add(worker);
    worker.on("exit", () => threads.delete(worker));
    // A server that stops does not wait for a plan.
    worker.unref();
    return worker;
  };
  const ask = asking(start);
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
    async quote(job, order) {
      const answer = await ask(job, { kind: "quote", order });
      if (answer.kind !== "quotes") throw new Error(`a quote was answered with ${answer.kind}`);
      return answer.quotes;
    },
    async quoteGroup(job, orders, signal) {
      const stop = new Int32Array(new SharedArrayBuffer(4));
      const drop = (): void => void Atomics.store(stop, 0, 1);
      if (signal?.aborted) drop();
      signal?.addEventListener("abort", drop, { once: true });
      const answer = await ask(job, { kind: "group", orders, stop });
      if (answer.kind !== "group") throw new Error(`a quote was answered with ${answer.kind}`);
      return answer.quotes;
    },
    async gaps(job, orders, courier) {
      const answer = await ask(job, { kind: "gaps", orders, courier });
      if (answer.kind !== "gaps") throw new Error(`a question was answered with ${answer.kind}`);
      return answer.gaps;
    },
    async explain(job, order, courier) {
      const answer = await ask(job, { kind: "why", order, courier });
      if (answer.kind !== "reasons") throw new Error(`a question was answered with ${answer.kind}`);
      return answer.reasons;
    },
    async close() {
      await Promise.all([...threads].map((worker) => worker.terminate()));
    },
  };
}

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

type Question =
  | { readonly kind: "quote"; readonly order: Order }
  | { readonly kind: "group"; readonly orders: readonly Order[]; readonly stop: Int32Array }
  | { readonly kind: "gaps"; readonly orders: readonly Order[]; readonly courier: string }
  | { readonly kind: "why"; readonly order: Order; readonly courier: string };

/** Asks one thread that keeps the plan of the last job. */
function asking(start: () => Worker): (job: PlanJob, question: Question) => Promise<Answer> {
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
      if (answer.kind === "best" || answer.kind === "plan") return;
      const caller = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (answer.kind !== "failed") return caller?.resolve(answer);
      opened.known = "";
      caller?.reject(new Error(answer.error));
    });
    worker.on("error", end);
    worker.on("exit", () => end(new Error("the planner's thread ended")));
    return opened;
  };
  return (job, question) =>
    new Promise<Answer>((resolve, reject) => {
      thread ??= open();
      const key = hashOf(job);
      const id = ++asked;
      waiting.set(id, { resolve, reject });
      const isKnown = thread.known === key;
      thread.known = key;
      const message: Asked = { ...question, id, ...(isKnown ? {} : { job }) };
      thread.worker.postMessage(message);
    });
}
