import { sql } from "kysely";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { evidencePath } from "#features/evidence/contract/evidence.ts";
import { planDelivery } from "#features/notices/server/plan.ts";
import { settlePayment } from "#features/payments/server/settle.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { good, head } from "#test/support/people/booking.ts";
import { bare } from "#test/support/people/crew.ts";
import { held, paymentDepsOf } from "#test/support/paying/paying.ts";
import { useWorld } from "#test/support/use-world.ts";
import { hubApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true, daysApart: 7 });

/** A delivery whose price a card holds, handed out at the hub. */
async function handedOut() {
  const { orderId, paymentId, minor } = await held(world, crew.sam);
  const { deliveryId } = good(await crew.sam.call(deliveriesApi.readOrder, { id: orderId }));
  const given = await crew.give(await crew.read(crew.bo, deliveryId ?? ""), crew.kim);
  const collected = good(await crew.step(crew.kim, given, "collect", "succeed", bare));
  const { id } = good(await crew.handle(collected, "to_hub"));
  const { taskId, version } = good(await crew.bo.call(hubApi.readHandOut, { id }));
  const photo = good(await crew.keepPhoto(collected, taskId, crew.bo));
  const proven = { recipientName: "Rita", note: null, proofIds: [photo.id] };
  good(await crew.bo.call(hubApi.handOut, { ...head(world), id, taskId, version, ...proven }));
  return { id, paymentId, minor };
}

test("its price is captured as after any delivery", async () => {
  const { paymentId, minor } = await handedOut();
  await settlePayment(paymentDepsOf(world), world.orgId, paymentId);
  const row = await world.one<{ state: string; captured: number }>(
    sql`select state, captured_minor::int as captured from payment where id = ${paymentId}`,
  );
  expect(row).toEqual({ state: "captured", captured: minor });
});

/** To whom it was said that it was delivered, after the news was followed twice. */
async function toldOf(id: string) {
  const { orgId } = world;
  const plan = () => world.db.as({ orgId }, (tx) => planDelivery({ tx, orgId, now: world.now }, id));
  await plan();
  world.now += MINUTE_MS;
  await plan();
  return world.run<{ audience: string; way: string }>(
    sql`select audience, way from notice where delivery_id = ${id} and notice = 'delivered' order by 1, 2`,
  );
}

test("people are told once that it was delivered, as after a delivery to the door", async () => {
  const said = await toldOf((await handedOut()).id);
  expect(said.map(({ audience }) => audience)).toContain("recipient");
  expect(said).toEqual(await toldOf((await crew.delivered()).id));
});

test("the recipient's page and the evidence say where it was handed over", async () => {
  const { id } = await handedOut();
  const { token } = good(await crew.bo.call(trackingApi.shareDelivery, { id }));
  const headers = { [HEADERS.trackingToken]: token };
  expect(good(await world.guest().call(trackingApi.track, {}, { headers }))).toMatchObject({
    state: "delivered",
    proof: { recipientName: "Rita", photo: true },
  });
  const { rawPayload } = await world.server.app.inject({
    url: evidencePath(id, "pdf", "en"),
    headers: { authorization: "Bearer Bo Board" },
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
    mergePages: true,
  });
  expect(text).toContain("Handed out at the hub");
  expect(text).toContain("Taken by: Rita");
});
