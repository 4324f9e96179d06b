/**
 * Source from which this page learns that a session ended. `frame` only where the provider's session frame
 * answered.
 */
export interface CheckReport {
  /** `events`: our server's stream; `record`: the shared record and the token's expiry only. */
  readonly by: "frame" | "events" | "record";
  /** Why the frame is not used; absent where it is. */
  readonly noFrame?: "not-offered" | "blocked" | "error" | "silent" | "changed";
  /** ms since 1970 of the last answer of that source. */
  readonly at?: number;
}

let report: CheckReport = { by: "record" };

/** The watchers of the session say here what they use; the diagnostics page reads it. */
export const setCheckReport = (next: CheckReport): void => {
  report = next;
};
export const checkReport = (): CheckReport => report;
