import { sql } from "kysely";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";

/** A message's switch works for as long as its tracking link. */
const SWITCH_KEPT_MS = 90 * DAY_MS;

interface Switch {
  readonly carrier: string;
  readonly to: string;
  readonly isOff: boolean;
}

interface Found extends Switch {
  readonly hash: string;
}

/** The address behind a message's token, masked. @throws Refusal `notices.unknown-link` */
async function openSwitch(tx: Tx, { trackingToken, now }: Context): Promise<Found> {
  const found = await first(
    tx,
    sql<Found>`
      select o.name as carrier, n.shown_to as "to", n.address_hash as hash,
        exists (select from notice_off f where f.org_id = n.org_id and f.address_hash = n.address_hash) as "isOff"
      from notice n join organization o on o.id = n.org_id
      where n.org_id = app_org() and n.switch_hash = ${sha256(trackingToken ?? "")}
        and n.made_at >= ${toIso(now - SWITCH_KEPT_MS)}`,
  );
  if (!found) throw new Refusal("notices.unknown-link");
  return found;
}

const shown = ({ carrier, to, isOff }: Found): Switch => ({ carrier, to, isOff });

export const readSwitch = (context: Context): Promise<Switch> =>
  context.db.read(context.actor, async (tx) => shown(await openSwitch(tx, context)));

/** Switches every notice to the address off, or on again. Done twice, it is the same. */
export const switchNotices = ({ off }: { readonly off: boolean }, context: Context): Promise<Switch> =>
  context.db.as(context.actor, async (tx) => {
    const found = await openSwitch(tx, context);
    if (off)
      await sql`insert into notice_off (org_id, address_hash, off_at)
                values (app_org(), ${found.hash}, ${toIso(context.now)}) on conflict do nothing`.execute(tx);
    else
      await sql`delete from notice_off where org_id = app_org() and address_hash = ${found.hash}`.execute(tx);
    return { ...shown(found), isOff: off };
  });
