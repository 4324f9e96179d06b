import type { Look } from "#web/ui/status.tsx";
import type { Payment } from "../contract/api.ts";

export const PAYMENT_LOOK = {
  created: { tone: "waiting", icon: "clock" },
  action_required: { tone: "waiting", icon: "help" },
  failed: { tone: "waiting", icon: "warning" },
  authorized: { tone: "moving", icon: "lock" },
  captured: { tone: "done", icon: "check-circle" },
  voided: { tone: "ended", icon: "undo" },
  failed_final: { tone: "ended", icon: "close" },
  expired: { tone: "ended", icon: "clock" },
  charged_back: { tone: "trouble", icon: "return" },
  review: { tone: "trouble", icon: "error" },
} as const satisfies Record<Payment["state"], Look>;

export const READ_EVERY = { everyMs: 30_000 } as const;
