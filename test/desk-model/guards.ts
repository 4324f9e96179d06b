/** Protections of the desk that a run in memory can do without, to show what each is for. */
export const GUARDS = [
  "revision-compared",
  "version-compared",
  "accepted-once",
  "all-or-nothing",
  "event-with-change",
  "routes-follow",
  "old-route-loses",
  "collect-first",
  "restore-exact",
  "custody-asked",
  "ends-stand",
] as const;
export type Guard = (typeof GUARDS)[number];
