// Plain JavaScript: a thread starts without the loader of TypeScript.
import { parentPort, workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
const [{ work }, { travelOn }] = await Promise.all([import("./plan-work.ts"), import("./travel.ts")]);
work(parentPort, travelOn(workerData));
