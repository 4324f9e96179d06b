import type { Look } from "#web/ui/status.tsx";
import type { Dispute } from "#features/payments/contract/disputes.ts";
import type { Refund } from "#features/payments/contract/refunds.ts";

export const REFUND_LOOK = {
  waiting: { tone: "waiting", icon: "people" },
  "release-waiting": { tone: "waiting", icon: "people" },
  "cash-waiting": { tone: "waiting", icon: "people" },
  declined: { tone: "ended", icon: "close" },
  sending: { tone: "moving", icon: "clock" },
  pending: { tone: "moving", icon: "card" },
  succeeded: { tone: "done", icon: "check-circle" },
  refused: { tone: "trouble", icon: "error" },
  failed: { tone: "trouble", icon: "return" },
  "by-bank": { tone: "done", icon: "check-circle" },
  dropped: { tone: "ended", icon: "close" },
  released: { tone: "ended", icon: "undo" },
  "cash-back": { tone: "done", icon: "check-circle" },
} as const satisfies Record<Refund["state"], Look>;

export const DISPUTE_LOOK = {
  inquiry: { tone: "waiting", icon: "help" },
  open: { tone: "trouble", icon: "warning" },
  won: { tone: "done", icon: "check-circle" },
  lost: { tone: "ended", icon: "close" },
} as const satisfies Record<Dispute["state"], Look>;

export const namesOf = ({ askedBy, decidedBy }: Refund): string[] =>
  [askedBy, decidedBy].flatMap((person) => (person === null ? [] : [person.name]));
