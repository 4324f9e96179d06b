import type { SignIn } from "#kernel/actor.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Demands on the sign-in behind a call that moves money back, or takes out or erases personal data. */
export interface RecentSignInRule {
  /** Seconds since the person last proved who they are; 0 for any time. */
  readonly maxAgeS: number;
  /** Values of `acr`, one of which the token must say; none for any. */
  readonly acr: readonly string[];
}

/** Why a sign-in does not do: too long ago, not said by the token in a way that can be true, or not strong enough. */
export type RecentSignInFault = "old" | "unknown" | "acr";

/** Tolerance for clocks of two servers, in milliseconds: as with every other time of a token. */
const TOLERANCE_MS = 30_000;

/**
 * Undefined where the sign-in does. A token that does not say when it was made is refused: it may be of any age. A time to
 * come says nothing either: milliseconds that were taken for seconds would count as recent for ever.
 */
export function recentSignInFault(
  { maxAgeS, acr }: RecentSignInRule,
  signIn: Pick<SignIn, "authenticatedAt" | "acr"> | undefined,
  now: Instant,
): RecentSignInFault | undefined {
  const { authenticatedAt } = signIn ?? {};
  if (maxAgeS > 0) {
    if (authenticatedAt === undefined || authenticatedAt > now + TOLERANCE_MS) return "unknown";
    if (now - authenticatedAt > maxAgeS * 1000 + TOLERANCE_MS) return "old";
  }
  const isStrong = acr.length === 0 || (signIn?.acr !== undefined && acr.includes(signIn.acr));
  return isStrong ? undefined : "acr";
}

/** @throws Refusal `accounts.confirm-sign-in` where the sign-in does not do, with what the provider is to be asked for */
export function mustBeRecent(rule: RecentSignInRule, signIn: SignIn | undefined, now: Instant): void {
  const fault = recentSignInFault(rule, signIn, now);
  if (fault !== undefined)
    throw new Refusal("accounts.confirm-sign-in", { fault, maxAgeS: rule.maxAgeS, acr: rule.acr.join(" ") });
}
