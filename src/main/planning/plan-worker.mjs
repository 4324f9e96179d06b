// Plain JavaScript: a thread starts without the loader of TypeScript.
import { parentPort, workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
const { work } = await import("./plan-work.ts");
work(parentPort, workerData);
