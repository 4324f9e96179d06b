import type pg from "pg";
import { DAY_MS, fromIso, toIso } from "#kernel/instant.ts";
import { inProductDatabase } from "../database/product-database.ts";

interface Days {
  readonly deliveryId: string;
  readonly days: number;
}

/** Brings a delivery's window, and what its recipient chose, nearer by days that nobody can wait for; the clock stays. */
export const letDaysPass = (dataFolder: string, { deliveryId, days }: Days): Promise<void> =>
  inProductDatabase(dataFolder, async (client) => {
    const back =
      "window_start = window_start - $2 * interval '1 day', window_end = window_end - $2 * interval '1 day'";
    await client.query(`update delivery set ${back} where id = $1`, [deliveryId, days]);
    await client.query(`update task set ${back} where delivery_id = $1 and state = 'open'`, [
      deliveryId,
      days,
    ]);
    await moveChoices(client, { deliveryId, days });
  });

interface ChoiceRow {
  readonly id: string;
  readonly choice: {
    readonly kind: string;
    readonly window?: { readonly start: number; readonly end: number };
  };
  readonly changes: readonly { readonly field: string; readonly to: string | null }[];
}

async function moveChoices(client: pg.Client, { deliveryId, days }: Days): Promise<void> {
  const earlier = (at: number) => at - days * DAY_MS;
  const chosen = await client.query<ChoiceRow>(
    "select id, choice, changes from recipient_choice where delivery_id = $1",
    [deliveryId],
  );
  for (const { id, choice, changes } of chosen.rows) {
    const { window } = choice;
    const moved = {
      ...choice,
      ...(window && { window: { start: earlier(window.start), end: earlier(window.end) } }),
    };
    const to = (text: string | null) =>
      text
        ?.split("/")
        .map((at) => toIso(earlier(fromIso(at))))
        .join("/") ?? null;
    const edits = changes.map((one) => (one.field === "window" ? { ...one, to: to(one.to) } : one));
    await client.query("update recipient_choice set choice = $2, changes = $3 where id = $1", [
      id,
      JSON.stringify(moved),
      JSON.stringify(edits),
    ]);
  }
}
