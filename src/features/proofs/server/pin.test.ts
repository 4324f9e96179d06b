import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { HEADERS } from "#contract/endpoint.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { codeOf, good, head } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { proofsApi } from "../contract/api.ts";
import { PIN_TRIES } from "../domain/pin.ts";

const { ada, crew, world } = useWorld({
  crew: true,
  msApart: 60_000,
  people: { ada: ["Ada Admin", "org-admin"] },
});
const rule = {
  id: "r",
  phase: "deliver" as const,
  end: "succeed" as const,
  required: ["pin" as const],
  preferred: [],
  when: { serviceLevels: [], sizes: [], fragile: false, minMassG: null },
};
const ask = async (...rules: object[]) => {
  const { version } = good(await ada.call(proofsApi.readProofPolicy, {}));
  return ada.call(proofsApi.editProofPolicy, { version, rules: rules as never });
};
beforeAll(async () => {
  good(await ask(rule));
});

/** A delivery in the courier's hands, with the PIN that its recipient reads. */
async function atTheDoor(): Promise<{
  delivery: Delivery;
  pin: string;
  shown: () => Promise<string | null>;
}> {
  const delivery = good(await crew.step(crew.kim, await crew.assigned(), "collect", "succeed", bare));
  const { token } = good(await crew.bo.call(trackingApi.shareDelivery, { id: delivery.id }));
  const shown = async () => {
    const headers = { [HEADERS.trackingToken]: token };
    return good(await world.guest().call(trackingApi.track, {}, { headers })).pin;
  };
  return { delivery, pin: (await shown()) ?? "", shown };
}
const other = (pin: string, by = 1): string => String((Number(pin) + by) % 10_000).padStart(4, "0");
const check = ({ id }: Delivery, pin: string, caller: Caller = crew.kim) =>
  caller.call(proofsApi.checkPin, { id, pin });
const handOver = (delivery: Delivery, extra: object, caller: Caller = crew.kim) =>
  caller.call(deliveriesApi.performTask, {
    id: delivery.id,
    command: {
      ...head(world),
      taskId: taskIdOf(delivery, "deliver"),
      type: "succeed",
      ...bare,
      ...extra,
    } as never,
  });

test("a PIN is asked for where parcels are handed over, and nowhere else", async () => {
  for (const phase of ["collect", "return"])
    expect(await ask(rule, { ...rule, phase, required: [], preferred: ["pin"] })).toMatchObject({
      status: 422,
      body: { code: "proofs.pin-elsewhere", fields: [{ path: "rules.1.preferred" }] },
    });
});

// v5.0.0-8.2.3
test("the recipient alone reads the PIN, while the delivery is open; with it the courier hands over", async () => {
  const { delivery, pin, shown } = await atTheDoor();
  expect(pin).toMatch(/^\d{4}$/);
  for (const caller of [crew.bo, crew.kim, crew.sam])
    expect(JSON.stringify(await crew.read(caller, delivery.id))).not.toContain(`"${pin}"`);
  expect(codeOf(await handOver(delivery, {}))).toBe("422 deliveries.proof-missing");
  expect(await handOver(delivery, { pin: other(pin) })).toMatchObject({
    status: 422,
    body: { code: "proofs.pin-wrong", facts: { left: PIN_TRIES - 1 }, fields: [{ path: "pin" }] },
  });
  const done = good(await handOver(delivery, { pin }));
  expect(done.tasks.find(({ kind }) => kind === "deliver")?.outcome).toMatchObject({ pinCheck: "right" });
  expect(await shown()).toBeNull();
  const told = await world.run(
    sql<{
      type: string;
    }>`select type from event where aggregate_id = ${delivery.id} and data::text like ${`%"${pin}"%`}`,
  );
  expect(told).toEqual([]);
});

test("five wrong PINs are counted, also at the same time, and after them none is checked", async () => {
  const { delivery, pin } = await atTheDoor();
  good(await check(delivery, pin));
  expect(codeOf(await check(delivery, pin, crew.lee))).toBe("404 deliveries.not-found");
  const tries = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((by) => check(delivery, other(pin, by))));
  expect(tries.map(codeOf).toSorted()).toEqual([
    ...Array.from({ length: 3 }, () => "409 proofs.pin-locked"),
    ...Array.from({ length: 4 }, () => "422 proofs.pin-wrong"),
  ]);
  expect(codeOf(await check(delivery, pin))).toBe("409 proofs.pin-locked");
  expect(codeOf(await handOver(delivery, { pin }))).toBe("409 proofs.pin-locked");
});

test("a dispatcher who records the handover vouches for it without a PIN", async () => {
  const { delivery } = await atTheDoor();
  expect(good(await handOver(delivery, {}, crew.bo)).state).toBe("delivered");
});

test("a wrong PIN that was typed without a network counts, and the office sees it", async () => {
  const { delivery, pin } = await atTheDoor();
  const phone = openPhone(world, crew.kim);
  phone.tap("succeed", phone.ended(delivery, "deliver", { recipientName: null, pin: other(pin) }));
  expect(good(await phone.send()).results).toMatchObject([{ verdict: "accepted" }]);
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("delivered");
  const found = await world.run(
    sql<{
      facts: object;
    }>`select facts from exception where delivery_id = ${delivery.id} and kind = 'proof_missing'`,
  );
  expect(found).toEqual([{ facts: { missing: "pin_wrong", code: "", type: "succeed" } }]);
});

test("a delivery without a PIN says so", async () => {
  good(await ask({ ...rule, required: ["note"] }));
  const delivery = await crew.assigned();
  expect(codeOf(await check(delivery, "0000"))).toBe("409 proofs.no-pin");
});
