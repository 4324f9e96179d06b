import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { HOUR_MS, toIso } from "#kernel/instant.ts";
import { newId } from "#server/ids.ts";
import { book, openShop } from "#test/support/people/booking.ts";
import { openWorld, type Caller, type World } from "#test/support/world.ts";
import { dispatchApi } from "../contract/api.ts";
import { boardOf } from "../contract/board.ts";

let world: World;
let bo: Caller;
let deliveryId: string;
beforeAll(async () => {
  world = await openWorld();
  await openShop(world);
  bo = await world.person("Bo", "dispatcher");
  const sam = await world.person("Sam", "sender");
  const delivery = await book(world, sam);
  deliveryId = delivery.id;
  await world.db.as({ orgId: world.orgId }, (tx) =>
    sql`
      insert into payment (org_id, id, order_id, state, provider, provider_ref, amount_minor, tax_minor, currency,
                           authorized_minor, capture_before, created_at)
      values (app_org(), ${newId(world.now)}, ${delivery.orderId}, 'authorized', 'sandbox', 'pi_board', 1190, 190, 'EUR',
              1190, ${toIso(world.now + 7 * 24 * HOUR_MS)}, ${toIso(world.now)})`.execute(tx),
  );
});
afterAll(() => world.close());

const set = (changes: string): Promise<unknown> =>
  world.db.as({ orgId: world.orgId }, (tx) =>
    sql`update payment set ${sql.raw(changes)} where org_id = app_org() and provider_ref = 'pi_board'`.execute(
      tx,
    ),
  );
const badge = async (): Promise<string | undefined> => {
  const { body } = await bo.call(dispatchApi.readBoard, {});
  return boardOf(body).deliveries.find(({ id }) => id === deliveryId)?.money;
};

test("money that is safe is not spoken of on the board", async () => {
  expect(await badge()).toBeUndefined();
});

test("hold.expiring: a hold that ends before the work may be done is told beside the delivery", async () => {
  await set("capture_before = capture_before - interval '7 days'");
  expect(await badge()).toBe("hold.expiring");
});

test("capture.failed: what could not be collected and waits for a person is told", async () => {
  await set("state = 'review', mismatch = true");
  expect(await badge()).toBe("capture.failed");
});

test("hold.lost: a hold that is gone is told", async () => {
  await set("state = 'expired', canceled_seen = true, mismatch = false, owed_minor = amount_minor");
  expect(await badge()).toBe("hold.lost");
});

test("of two problems the one that costs more is told: lost before in doubt, in doubt before ending soon", async () => {
  await world.db.as({ orgId: world.orgId }, (tx) =>
    sql`
      insert into payment (org_id, id, order_id, purpose, reason, state, provider, provider_ref, amount_minor,
                           tax_minor, currency, authorized_minor, capture_before, created_at)
      select app_org(), ${newId(world.now)}, order_id, 'surcharge', 'waiting', 'authorized', 'sandbox', 'pi_more', 500, 0, 'EUR',
             500, ${toIso(world.now + HOUR_MS)}, ${toIso(world.now)}
      from payment where provider_ref = 'pi_board'`.execute(tx),
  );
  expect(await badge()).toBe("hold.lost");
  await set("state = 'review', canceled_seen = false, mismatch = true, owed_minor = 0");
  expect(await badge()).toBe("capture.failed");
  await set("state = 'captured', mismatch = false, captured_minor = amount_minor");
  expect(await badge()).toBe("hold.expiring");
});
