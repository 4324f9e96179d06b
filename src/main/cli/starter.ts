import { commandOf, parentOf } from "#server/db/process-info.ts";

const LOOK_EVERY_MS = 250;

/**
 * Calls `onEnd` once npm, which started us, has ended. npm puts a shell between that passes no signal on: stopped,
 * npm or its shell would end and leave us running. A shell of the user's that ends is no reason: there are `nohup`
 * and `disown`.
 */
export function whenNpmEnds(onEnd: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return;
  const starter = process.ppid;
  const npm = /^(\S*\/)?(ba|da|z)?sh -c /.test(commandOf(starter)) ? parentOf(starter) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === starter && (npm === undefined || parentOf(starter) === npm)) return;
    clearInterval(timer);
    onEnd();
  }, LOOK_EVERY_MS);
  timer.unref();
}
