export const PAYMENT_GROUPS = ["all", "open", "held", "taken", "released", "owed", "review"] as const;
