import { TOKEN_FAULTS, isTokenFault } from "#contract/token-faults.ts";
import { type Instant, MINUTE_MS } from "#kernel/instant.ts";
import type { Log } from "../http/app.ts";
import type { TokenRefused } from "./token-rules.ts";

/** A fault is logged once in this time, however many calls are refused for it. */
export const LOGGED_EVERY_MS = MINUTE_MS;

/** Faults of everyday life: nobody has anything to set right. */
const USUAL = new Set<string>(["expired", "ended"]);

interface Logged {
  readonly at: Instant;
  /** Refusals since then that got no line. */
  unsaid: number;
}

/**
 * Writes why sign-ins are refused: one line per fault and minute, with the settings to look at and how many refusals
 * got no line since the last one. The lines hold the value at fault, never a token.
 */
export function refusalLog(log: Log, clock: () => Instant): (refused: TokenRefused) => void {
  const logged = new Map<string, Logged>();
  return ({ fault, said }) => {
    if (!isTokenFault(fault)) return;
    const now = clock();
    const last = logged.get(fault);
    if (last && now >= last.at && now < last.at + LOGGED_EVERY_MS) {
      last.unsaid += 1;
      return;
    }
    logged.set(fault, { at: now, unsaid: 0 });
    const { means, settings } = TOKEN_FAULTS[fault];
    const facts = {
      part: "identity",
      fault,
      ...(said !== undefined && { said }),
      ...(settings.length > 0 && { settings: settings.join(" ") }),
      ...(last && last.unsaid > 0 && { unsaid: last.unsaid }),
    };
    const line = `a call's sign-in was refused: ${means}`;
    if (USUAL.has(fault)) log.info(facts, line);
    else log.warn(facts, line);
  };
}
