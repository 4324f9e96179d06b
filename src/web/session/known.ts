/** Set while this browser holds a session, so that a page knows without the session's code. */
export const KNOWN = "wb.auth.known";

export function markKnown(known: boolean): void {
  try {
    if (known) localStorage.setItem(KNOWN, "1");
    else localStorage.removeItem(KNOWN);
  } catch {
    // Without storage the session lasts for this page only.
  }
}
