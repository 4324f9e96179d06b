/** Set while this browser holds a session, so that a page knows without the session's code. */
export const KNOWN = "wb.auth.known";
/** A session that others ended is news for this long: pages that open meanwhile fetch the reason. */
const NEWS_MS = 24 * 3_600_000;
const ENDED = "ended ";

/** @param known `ended`: the session is over, and was not ended in this browser */
export function markKnown(known: boolean | "ended"): void {
  try {
    if (known === false) localStorage.removeItem(KNOWN);
    else localStorage.setItem(KNOWN, known === "ended" ? `${ENDED}${Date.now()}` : "1");
  } catch {
    // Without storage the session lasts for this page only.
  }
}

/** Whether this browser holds a session, or lost one so short ago that people should read why. */
export function isKnown(): boolean {
  try {
    const mark = localStorage.getItem(KNOWN);
    if (!mark?.startsWith(ENDED)) return mark !== null;
    if (Math.abs(Date.now() - Number(mark.slice(ENDED.length))) <= NEWS_MS) return true;
    localStorage.removeItem(KNOWN);
    return false;
  } catch {
    return false;
  }
}

/** Begins the name of each sign-in on its way, in text storage. */
export const PENDING = "wb.auth.tx.";

/** Whether anything is kept of a sign-in that may never come back. */
export function isPendingKept(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(PENDING));
  } catch {
    return false;
  }
}
