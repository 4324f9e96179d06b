import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { first } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Context } from "#server/http/route.ts";
import type { pushApi } from "../contract/api.ts";
import { mustBeCallable } from "./address.ts";
import { lockDevices } from "./devices.ts";

/**
 * Replaces the address of a browser's device. Its worker asks, which has no sign-in: the secrets of the old address say
 * who asks. Done twice, it is the same.
 *
 * @throws Refusal `push.address-refused`, `push.unknown-device`
 */
export async function renewDevice(
  { old, ...given }: ParsedOf<typeof pushApi.renewPushDevice>,
  { actor, db }: Context,
  allowsPrivate: boolean,
): Promise<Record<string, never>> {
  mustBeCallable(given, allowsPrivate);
  const { endpoint, p256dh, auth } = given;
  const [before, after] = [sha256(old.endpoint), sha256(endpoint)];
  await db.as(actor, async (tx) => {
    await lockDevices(tx, actor.orgId);
    // The page may have told the new address before.
    const known = await first(
      tx,
      sql`delete from push_device where org_id = app_org() and mark = ${before} and mark <> ${after} and auth = ${old.auth}
            and exists (select from push_device d where d.org_id = app_org() and d.mark = ${after}) returning 1`,
    );
    const renewed = await first(
      tx,
      sql`update push_device set endpoint = ${endpoint}, mark = ${after}, p256dh = ${p256dh}, auth = ${auth}, not_before = null
          where org_id = app_org() and (mark = ${before} and auth = ${old.auth} or mark = ${after} and auth = ${auth})
          returning 1`,
    );
    if (!known && !renewed) throw new Refusal("push.unknown-device");
  });
  return {};
}
