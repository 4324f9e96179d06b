// Plain JavaScript: a thread starts without the loader of TypeScript.
import { parentPort, workerData } from "node:worker_threads";
import { register } from "tsx/esm/api";

register();
const { buildHere } = await import("./build-file.ts");
await buildHere(workerData, (...message) => parentPort?.postMessage(message));
