import { sql } from "kysely";
import { maySee, notFound, readDelivery } from "#features/deliveries/server/public.ts";
import { Refusal } from "#kernel/refusal.ts";
import { rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import { writeContext } from "#server/db/tx-context.ts";
import type { Context } from "#server/http/route.ts";
import type { NoticeEntry } from "../contract/api.ts";
import { renewAstray } from "./failed.ts";
import { readRules } from "./settings.ts";

interface Which {
  readonly id: string;
}

async function mustSee(tx: Tx, context: Context, id: string): Promise<void> {
  const delivery = await readDelivery(tx, id);
  if (!delivery || !maySee(delivery, context)) throw notFound({ id });
}

/** The log of a delivery's notices. @throws Refusal `deliveries.not-found` */
export const listNotices = ({ id }: Which, context: Context) =>
  context.db.read(context.actor, async (tx) => {
    await mustSee(tx, context, id);
    const { currency } = await readRules(tx);
    const entries = await rows(
      tx,
      sql<NoticeEntry>`
        select id, notice, corrects, audience, way, state, why, shown_to as "to", ${isoText("made_at")} as "madeAt",
          ${isoText("due_at")} as "dueAt", ${isoText("said_at")} as "saidAt", tries, answer,
          sms_parts as "smsParts", cost_micros as "costMicros"
        from notice where org_id = app_org() and delivery_id = ${id}
        order by coalesce(said_at, made_at) desc, id desc`,
    );
    const costMicros = entries.reduce((sum, entry) => sum + (entry.costMicros ?? 0), 0);
    return { entries, costMicros, currency };
  });

/** @throws Refusal `deliveries.not-found`, `notices.nothing-to-send` */
export const sendNoticeAgain = ({ id }: Which, context: Context): Promise<{ again: number }> =>
  context.db.as(context.actor, async (tx) => {
    await mustSee(tx, context, id);
    const again = await renewAstray(writeContext(tx, context), id);
    if (again === 0) throw new Refusal("notices.nothing-to-send");
    return { again };
  });
