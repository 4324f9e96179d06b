import { quietly } from "../forms/draft.ts";
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
  // Without storage each refusal offers the same way again, by a press.
  quietly(() => sessionStorage.setItem(KEY, JSON.stringify({ at: now, landing: landing() } satisfies Try)));
}

/** Forgets it: our server was content, so the next refusal is one for a reason of its own. */
export function forgetTry(): void {
  quietly(() => sessionStorage.removeItem(KEY));
}

/**
 * Whether the person has just come back from the provider, and our server is still not content.
 *
 * @param maxAgeS seconds for which our server takes a sign-in; 0 for any time. After them the provider is asked anew in any case
 */
export function isTriedInVain(now: number, maxAgeS: number): boolean {
  // Safe: only `noteTry` writes it.
  const tried = quietly(() => JSON.parse(sessionStorage.getItem(KEY) ?? "null") as Try | null);
  const soonMs = Math.min(SOON_MS, maxAgeS * 1000 || SOON_MS);
  return !!tried && tried.landing !== landing() && Math.abs(now - tried.at) < soonMs;
}
