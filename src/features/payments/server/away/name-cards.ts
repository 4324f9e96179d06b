import type { Desk } from "../run-operation.ts";
import { nameCard, standingConsents } from "./away-consent.ts";
import type { AwayConsent } from "./away-consent.ts";

/** Cards that are asked for at once; the next look asks for the rest. */
const BATCH = 20;

/**
 * The consents of a person that stand, with what the provider calls their cards. Whatever it does not say now is asked
 * again at the next look.
 */
export async function namedConsents(desk: Desk, orgId: string, personId: string): Promise<AwayConsent[]> {
  const whose = { personId, provider: desk.provider.id };
  const found = await desk.db.as({ orgId }, (tx) => standingConsents(tx, whose));
  const named = new Map<string, string>();
  for (const { id, intentRef } of found.filter(({ cardRef }) => cardRef === null).slice(0, BATCH)) {
    const read = await desk.provider.getIntent(intentRef);
    if (read.kind === "ok") named.set(id, read.value.cardRef ?? "");
  }
  if (named.size > 0)
    await desk.db.as({ orgId }, async (tx) => {
      for (const [id, cardRef] of named) await nameCard(tx, id, cardRef);
    });
  return found
    .map((one) => ({ ...one, cardRef: one.cardRef ?? named.get(one.id) ?? null }))
    .filter(({ cardRef }) => cardRef !== null && cardRef !== "");
}
