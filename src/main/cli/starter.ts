const LOOK_EVERY_MS = 250;

/**
 * Calls `onEnd` once npm, which started us, has ended without a signal to us: SIGKILL and SIGHUP of npm alone. A shell
 * of the user's that ends is no reason: there are `nohup` and `disown`. The scripts of the package begin with `exec`, so
 * that npm's shell, which passes no signal on, does not stay between.
 */
export function whenNpmEnds(onEnd: () => void): void {
  if (process.env["npm_lifecycle_event"] === undefined || process.platform === "win32") return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    onEnd();
  }, LOOK_EVERY_MS);
  timer.unref();
}
