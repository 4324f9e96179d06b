import type { AuditAct } from "#contract/audit-acts.ts";
import type { AuditEntry } from "../contract/api.ts";

/** Pages on which what an act set is seen. */
const PAGES: Readonly<Partial<Record<AuditAct, string>>> = {
  "prices.published": "/a/prices",
  "prices.levels-published": "/a/levels",
  "prices.slots-published": "/a/slots",
  "area.opened": "/a/area",
  "area.changed": "/a/area",
  "area.hours-changed": "/a/hours",
  "area.zones-changed": "/a/zones",
  "rules.proofs-changed": "/a/proofs",
  "rules.reasons-changed": "/a/reasons",
  "rules.notices-changed": "/a/notices",
  "rules.wording-changed": "/a/notices",
  "rules.hub-changed": "/d/hub",
  "company.vehicle-added": "/d/vehicles",
  "company.vehicle-changed": "/d/vehicles",
  "money.seller-changed": "/f/seller",
  "privacy.periods-set": "/a/privacy",
  "privacy.person-erased": "/a/privacy",
};

/** The page of the thing that an entry is about; undefined where there is none. */
export function pageOf({ act, subject }: Pick<AuditEntry, "act" | "subject">): string | undefined {
  if (subject.kind === "delivery") return `/d/deliveries/${subject.id}`;
  if (subject.kind === "person" && subject.name !== null)
    return `/a/people?q=${encodeURIComponent(subject.name)}`;
  if (subject.kind === "invitation") return "/a/people";
  if (subject.kind === "refund" || subject.kind === "payment" || subject.kind === "finding") return "/f";
  return PAGES[act];
}
