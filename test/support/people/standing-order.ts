import type { Rule } from "#features/recurring/contract/api.ts";
import { address, contact } from "./booking.ts";

/** Every Monday and Friday at ten from Wednesday, the world's first day, on. */
export const standingRule = (changes: Partial<Rule> = {}): Rule => ({
  sender: contact("Berta Baker", "+49301112222"),
  recipient: contact("Rita Ray"),
  pickup: address("Lindenstraße 5", 13.4, 52.5),
  dropoff: address("Kanalstraße 3", 13.42, 52.51),
  parcels: [{ size: "small", massG: 2_000, contents: "bread", fragile: false }],
  serviceLevel: "scheduled",
  time: "10:00",
  weekdays: [1, 5],
  everyWeeks: 1,
  from: "2026-06-17",
  until: null,
  aheadDays: 3,
  whenClosed: "skip",
  way: "cash-collection",
  payerId: null,
  ...changes,
});
