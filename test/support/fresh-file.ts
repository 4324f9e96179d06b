import { isDeepStrictEqual } from "node:util";
import { afterAll } from "vitest";
import { setReactor } from "#server/db/events.ts";

// The files of a suite that is not isolated share one process, and with it the modules: each begins without the
// reactions of the server before it, and fails where it leaves behind what the next one would meet.
setReactor(() => Promise.resolve());

const LISTENED = ["unhandledRejection", "uncaughtException", "SIGTERM", "SIGINT"];

/** Set by the picture library when it is loaded, by whichever file comes first. */
const BY_LIBRARIES = ["VIPSHOME"];

const state = (): Readonly<Record<string, unknown>> => ({
  ...process.env,
  folder: process.cwd(),
  "exit code": process.exitCode,
  timers: [globalThis.setTimeout, globalThis.setInterval, globalThis.setImmediate],
  clock: globalThis.Date,
  fetch: globalThis.fetch,
  listeners: LISTENED.map((name) => process.listenerCount(name)),
});

const before = state();
afterAll(() => {
  const after = state();
  const names = Object.keys({ ...before, ...after }).filter((name) => !BY_LIBRARIES.includes(name));
  const left = names.filter((name) => !isDeepStrictEqual(before[name], after[name]));
  if (left.length > 0) throw new Error(`This file leaves behind for those that follow: ${left.join(", ")}`);
});
