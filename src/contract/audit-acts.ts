/** Things that an act may be about. */
export const AUDIT_SUBJECTS = [
  "organisation",
  "person",
  "invitation",
  "vehicle",
  "delivery",
  "order",
  "payment",
  "refund",
  "finding",
  "job",
] as const;
export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** How an act is recorded. */
export interface AuditRule {
  /** Its id is that of the first event about such a thing, else the input's `id`, else the organisation's. */
  readonly subject: AuditSubject;
  /** Fields of the input that are kept: ids, codes, days and amounts. Names, addresses and numbers of people never. */
  readonly keeps?: readonly string[];
  /** Recorded only where this field of the input is true. */
  readonly onlyIf?: string;
  /** Takes data out and writes nothing: recorded before the answer goes out. */
  readonly takesOut?: true;
}

const published = { subject: "organisation", keeps: ["version"] } as const;

/** Every act of the audit log, by the name that stands in its rows for ever: `group.act`. */
export const AUDIT_ACTS = {
  "people.invited": { subject: "invitation", keeps: ["roles"] },
  "people.invitation-renewed": { subject: "invitation" },
  "people.invitation-withdrawn": { subject: "invitation" },
  "people.changed": { subject: "person", keeps: ["roles", "status"] },
  "people.signed-out": { subject: "person" },
  "prices.published": published,
  "prices.levels-published": published,
  "prices.slots-published": published,
  "area.opened": { subject: "organisation" },
  "area.changed": published,
  "area.hours-changed": published,
  "area.zones-changed": published,
  "rules.proofs-changed": published,
  "rules.reasons-changed": published,
  "rules.notices-changed": published,
  "rules.wording-changed": { subject: "organisation", keeps: ["notice", "way", "language", "version"] },
  "rules.offer-time-set": { subject: "organisation", keeps: ["seconds"] },
  "rules.hub-changed": { subject: "organisation", keeps: ["keepDays"] },
  "company.changed": { subject: "organisation", keeps: ["currency", "timezone"] },
  "company.phone-changed": { subject: "organisation" },
  "company.step-passed": { subject: "organisation", keeps: ["step"] },
  "company.vehicle-added": { subject: "vehicle" },
  "company.vehicle-changed": { subject: "vehicle", keeps: ["version"] },
  "money.seller-changed": published,
  "money.refund-asked": { subject: "refund", keeps: ["paymentId", "amount", "reason"] },
  "money.cash-returned": { subject: "refund", keeps: ["paymentId", "amount"] },
  "money.refund-decided": { subject: "refund", keeps: ["agree"] },
  "money.refund-closed": { subject: "refund", keeps: ["by"] },
  "money.received": { subject: "payment", keeps: ["amount"] },
  "money.written-off": { subject: "payment", keeps: ["agree"] },
  "money.finding-resolved": { subject: "finding", keeps: ["fix"] },
  "money.reopened": { subject: "organisation" },
  "money.exported": { subject: "organisation", keeps: ["sheet", "from", "to"], takesOut: true },
  "prices.replay-exported": { subject: "organisation", takesOut: true },
  "privacy.periods-set": { subject: "organisation", keeps: ["recipient", "sender", "pictures"] },
  "privacy.person-exported": { subject: "organisation", takesOut: true },
  "privacy.person-erased": { subject: "organisation", keeps: ["deliveries"] },
  "board.overbooked": { subject: "delivery", onlyIf: "overbook" },
  "board.order-overbooked": { subject: "order", onlyIf: "overbook" },
  "board.reopened": { subject: "delivery", keeps: ["charge"] },
  "board.disposal-agreed": { subject: "delivery", keeps: ["agreed"] },
  "system.job-retried": { subject: "job" },
  "system.demo-removed": { subject: "organisation" },
  "log.exported": { subject: "organisation", keeps: ["group", "personId", "from", "to"], takesOut: true },
} as const satisfies Readonly<Record<string, AuditRule>>;

export type AuditAct = keyof typeof AUDIT_ACTS;

/** Declares what a call leaves in the audit log; "no" where somebody thought of it and it leaves nothing. */
export type Audited = AuditAct | "no";

export const AUDIT_GROUPS = [
  "people",
  "prices",
  "area",
  "rules",
  "company",
  "money",
  "privacy",
  "board",
  "system",
  "log",
] as const;

/** Every act, in the order of the table. */
export const auditActs = (): AuditAct[] =>
  // Safe: the keys of the table are its acts.
  Object.keys(AUDIT_ACTS) as AuditAct[];
