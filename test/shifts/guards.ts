/** Protections of the protocol that a run can do without, to show what each is for. */
export const GUARDS = [
  "dedupe",
  "photo-binding",
  "interval",
  "order",
  "frozen-bytes",
  "bugs-are-later",
  "partition",
  "phone-hold",
  "server-hold",
  "strict",
  "own-parsing",
  "stable-verdict",
  "keep-until-verdict",
  "restore-reoffer",
  "epoch-first",
  "track-on-duty",
  "positions-in-shift",
  "shift-end-trims",
  "positions-buffered",
  "make-room",
  "reserve",
  "transaction-end",
] as const;
export type Guard = (typeof GUARDS)[number];

export const isGuard = (name: string): name is Guard => GUARDS.some((known) => known === name);
