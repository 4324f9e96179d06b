import { sql } from "kysely";
import { ownOrderFor } from "#features/deliveries/server/public.ts";
import { rows } from "#server/db/db.ts";
import { isoText } from "#server/db/iso-text.ts";
import type { Context } from "#server/http/route.ts";
import { toIso } from "#kernel/instant.ts";
import type { DemoText } from "../contract/api.ts";
import { morningAfter } from "../domain/quiet.ts";
import { readRules } from "./settings.ts";

/** Text messages shown of one delivery. */
const SHOWN = 50;

/**
 * The text messages about an order that no gateway took, for whoever placed it, the oldest first. Outside a demo there
 * are none: its recipient's link is in them, and there it is for the recipient alone.
 *
 * @throws Refusal `deliveries.not-found`
 */
export const listDemoTexts = (
  { id }: { readonly id: string },
  context: Context,
): Promise<{ texts: DemoText[]; quietUntil?: string }> =>
  context.db.read(context.actor, async (tx) => {
    const { deliveryId } = await ownOrderFor(context, id, tx);
    const texts = await rows(
      tx,
      sql<DemoText>`
        select u.notice_id as id, u.audience, u.body as text, ${isoText("u.written_at")} as at
        from unsent_sms u join organization o on o.id = u.org_id and o.demo
        where u.org_id = app_org() and u.delivery_id = ${deliveryId}
        order by u.written_at desc, u.notice_id desc limit ${SHOWN}`,
    );
    const { rules, zone } = await readRules(tx);
    const morning = morningAfter(context.now, rules.quiet, zone);
    return { texts: texts.toReversed(), ...(morning !== null && { quietUntil: toIso(morning) }) };
  });
