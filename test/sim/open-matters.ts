import { sql } from "kysely";
import { first, rows } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";

/** Operations that were given to a person. */
export const openFindings = async (tx: Tx): Promise<string[]> =>
  (
    await rows(
      tx,
      sql<{ id: string }>`select id from payment_finding
        where org_id = app_org() and kind = 'operation-review' and resolved_at is null order by found_at`,
    )
  ).map(({ id }) => id);

/** Whether a sweeper could find anything to do in our books, now or once its time has come. */
export async function isAnythingOpen(tx: Tx): Promise<boolean> {
  const found = await first(
    tx,
    sql<{ open: boolean }>`
      select exists (select from payment_op where org_id = app_org() and state in ('pending', 'sent', 'review'))
        or exists (select from payment where org_id = app_org() and settled_at is null)
        -- What is owed or was taken goes by how its order ends, and by what a dispute comes to.
        or exists (select from payment p left join delivery d on d.org_id = p.org_id and d.order_id = p.order_id
                   where p.org_id = app_org() and (p.owed_minor > p.written_off_minor
                     or p.captured_minor - p.refund_reserved_minor - p.lost_minor > coalesce(d.cancel_fee_minor, 0)
                        and coalesce(d.state_shown, '') not in ('delivered', 'returned')))
        or exists (select from sales_order where org_id = app_org() and state = 'pending_payment')
        or exists (select from payment_inbox where org_id = app_org() and done_at is null)
        or exists (select from refund_request where org_id = app_org() and state in ('sending', 'pending')) as open`,
  );
  return found?.open === true;
}
