import { sql } from "kysely";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";

/**
 * Overwrites what recipients wrote in their choices: places, names and notes. Which choice it was stays.
 * @param instead stands where they wrote
 */
export const forgetChoices = (tx: Tx, deliveryIds: readonly string[], instead: string): Promise<unknown> =>
  sql`
    update recipient_choice c set
      choice = c.choice
        || case when c.choice ? 'place' then jsonb_build_object('place', ${instead}::text) else '{}' end
        || case when c.choice ? 'note' then jsonb_build_object('note', ${instead}::text) else '{}' end,
      changes = '[]'
    where c.org_id = app_org() and c.delivery_id = any (${[...deliveryIds]}::uuid[])`.execute(tx);

interface Chosen {
  readonly deliveryId: string;
  readonly choice: Readonly<Record<string, unknown>>;
  readonly at: string;
}

/** Choices of these deliveries' recipients, the oldest first. */
export const choicesMade = (tx: Tx, deliveryIds: readonly string[]): Promise<Chosen[]> =>
  rows(
    tx,
    sql<Chosen>`
      select c.delivery_id as "deliveryId", c.choice, ${isoText("c.chosen_at")} as at
      from recipient_choice c
      where c.org_id = app_org() and c.delivery_id = any (${[...deliveryIds]}::uuid[])
      order by c.delivery_id, c.nth`,
  );
