/**
 * Invariants by their numbers in the design, and the file that compares them. Those of `monitor.ts` and of the files that
 * see each call, transaction and write are compared with every event; 1, 4, 8, 11 and 16 once more at the end of a shift.
 */
export const INVARIANTS = {
  1: "what is shown as saved is on the phone or at the server (monitor.ts), and at the end at the server (end.ts)",
  2: "a command is carried out once (monitor.ts)",
  3: "a verdict stands (truth.ts)",
  4: "refused, and only then, an exception is open (server-tx.ts), and the courier sees it (end.ts)",
  5: "the commands of a phone and person about a delivery keep their order (monitor.ts, server-tx.ts)",
  6: "a command is sent as its owner alone (truth.ts)",
  7: "a command has the same bytes at each try (truth.ts)",
  8: "a picture and its stop are the same on both ends (server.ts, end.ts)",
  9: "a tap lies within its bounds (server-tx.ts)",
  10: "no command leaves the phone before its verdict (phone-store.ts)",
  11: "once the faults end, nothing waits (end.ts)",
  12: "a command that cannot be judged delays its delivery only (truth.ts)",
  13: "unsent work is shown (courier.ts)",
  14: "a delivery keeps the invariants of the domain (server-tx.ts, office.ts)",
  15: "positions: on duty only, thinned, kept until they are sent (positions.ts, monitor.ts)",
  16: "a restore loses nothing that phones still keep (monitor.ts, end.ts)",
  17: "what was pressed at one door is stored whole or not at all (hands/check-hands.ts)",
  18: "a task changes hands by both halves of one code, in any order, and a half that stands is kept (hands/check-hands.ts)",
  19: "parcels in couriers' hands are in the day of one courier (hands/check-hands.ts)",
  20: "what a taker reports waits for the giver's half and is not refused for it (hands/check-hands.ts)",
  21: "of load checks the office sees each courier's last one, part by part (hands/check-loads.ts)",
  22: "a handover without the right PIN counts, and the office sees it without the digits; few are compared online (hands/pins.ts, hands/check-pins.ts)",
  23: "parcels of a cancelled delivery are in the day of who has them until their end (hands/check-in-hand.ts)",
  24: "the first end of such parcels counts, and the office sees one at another place (hands/check-in-hand.ts)",
  25: "a picture stands only at a stop that its courier has or had (hands/check-proofs.ts)",
  26: "cash is received once, of the amount that is owed, by the report that says so (hands/check-cash.ts)",
} as const;
export type Invariant = keyof typeof INVARIANTS;
