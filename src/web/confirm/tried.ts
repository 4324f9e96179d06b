import { landing } from "../session/storage/landed.ts";

const KEY = "wb.confirm";
/** A refusal so soon after a person came back means that the provider did not do as it was asked. */
const SOON_MS = 5 * 60_000;

interface Try {
  /** ms since 1970 */
  readonly at: number;
  /** Last finished sign-in of this tab when the person left. */
  readonly landing: string;
}

/** Notes that the person leaves for the provider to confirm who they are. */
export function noteTry(now: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ at: now, landing: landing() } satisfies Try));
  } catch {
    // Without storage each refusal offers the same way again, by a press.
  }
}

/** Whether the person has just come back from the provider, and our server is still not content. */
export function isTriedInVain(now: number): boolean {
  try {
    // Safe: only `noteTry` writes it.
    const tried = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Try | null;
    return tried !== null && tried.landing !== landing() && Math.abs(now - tried.at) < SOON_MS;
  } catch {
    return false;
  }
}
