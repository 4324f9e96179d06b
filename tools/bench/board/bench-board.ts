import { loadavg } from "node:os";
import { benchDesk } from "./at-the-desk.ts";
import { OLD_SMOKE, OLD_WHOLE, benchOld } from "./old-deliveries.ts";
import { board, times } from "./report.ts";

/** Measures the board; a smoke leaves the browser out. @returns its part of docs/performance.md, and what took how long on this machine */
export async function benchBoard(
  isSmoke: boolean,
  say: (text: string) => void,
): Promise<{ readonly part: string; readonly times: string }> {
  const [load = 0] = loadavg();
  const desk = isSmoke ? undefined : await benchDesk(say);
  say("its endpoint with old deliveries");
  const figures = { load, desk, old: await benchOld(isSmoke ? OLD_SMOKE : OLD_WHOLE) };
  return { part: board(figures), times: times(figures) };
}
