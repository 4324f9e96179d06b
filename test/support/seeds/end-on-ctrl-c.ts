/** Milliseconds in which a second SIGINT is the first one, passed on by the command that started this process. */
const SAME_MS = 1_000;

/** @returns aborted by the first Ctrl-C, so that what has begun may end; a second one ends the process with 130 */
export function endOnCtrlC(): AbortSignal {
  const ending = new AbortController();
  let first = 0;
  process.on("SIGINT", () => {
    if (ending.signal.aborted && performance.now() - first > SAME_MS) process.exit(130);
    if (ending.signal.aborted) return;
    first = performance.now();
    ending.abort();
  });
  return ending.signal;
}
