import type { Notice } from "./notices.ts";
import { type Claim, type Facts, lateOf, stageOf } from "./stage.ts";

/** A claim to be made next. `corrects`: it says that the one before was wrong. */
export interface Next {
  readonly claim: Claim;
  readonly corrects: boolean;
}

/** Promises of something to come: they are taken back where it does not come. */
const ANNOUNCED: readonly Notice[] = ["out_for_delivery", "next_stop", "ready", "returning"];
/** Ends: what follows one contradicts it. */
const ENDS: readonly Notice[] = ["delivered", "returned", "cancelled"];

export const isSame = (a: Claim, b: Claim): boolean => a.notice === b.notice && a.about === b.about;

/** Whether what is to be said contradicts what was said last. */
function contradicts({ tasks }: Facts, last: Claim, stage: Claim): boolean {
  if (ENDS.includes(last.notice)) return true;
  if (stage.notice !== "delivered" && stage.notice !== "missed") return false;
  if (last.notice === "returning") return true;
  const place = (claim: Claim) => tasks.findIndex((task) => task.id === claim.about);
  // A later try was announced, or the same one was said to have ended otherwise.
  return place(last) > place(stage) || (last.notice === "missed" && last.about === stage.about);
}

/**
 * Finds the next thing to tell one person of where their delivery stands.
 *
 * @param said to them by this way, oldest first, what may have arrived included
 */
export function nextStage(facts: Facts, said: readonly Claim[]): Next | null {
  const stage = stageOf(facts);
  const last = said.findLast(({ notice }) => notice !== "late");
  if (!stage) return null;
  const claim = { notice: stage.notice, about: stage.about };
  if (!last) return { claim, corrects: false };
  if (isSame(last, claim)) return null;
  if (stage.isResting) return nextAtRest(claim, last);
  // A stop that falls back behind others was announced already.
  const fellBack = last.notice === "next_stop" && claim.notice === "out_for_delivery";
  if (fellBack && last.about === claim.about) return null;
  return { claim, corrects: contradicts(facts, last, claim) };
}

/** Takes back what was announced and does not come; what was news before is none again. */
function nextAtRest(claim: Claim, last: Claim): Next | null {
  if (ANNOUNCED.includes(last.notice) || ENDS.includes(last.notice))
    return { claim: { notice: "taken_back", about: last.about }, corrects: true };
  return last.notice === "taken_back" || claim.notice === "booked" ? null : { claim, corrects: false };
}

/** The same of a delay: once for each try. */
export function nextLate(facts: Facts, said: readonly Claim[]): Next | null {
  const claim = lateOf(facts);
  return claim && !said.some((one) => isSame(one, claim)) ? { claim, corrects: false } : null;
}
