import { expect, test } from "vitest";
import { MINUTE_MS, toIso } from "#kernel/instant.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew } = useWorld({ crew: true });

test("the office sees what was recorded off duty, and by a clock that was wrong; sender and courier do not", async () => {
  const delivery = await crew.assigned();
  const phone = openPhone(world, crew.kim);
  good(await phone.send());
  world.now += MINUTE_MS;
  const wall = world.now + 12 * MINUTE_MS;
  phone.tap("succeed", phone.ended(delivery, "collect"), { wall });
  good(await phone.send());
  const told = async (who: typeof crew.bo) =>
    (await crew.read(who, delivery.id)).timeline.filter(({ type }) => type === "delivery.collected");
  expect(await told(crew.bo)).toMatchObject([
    { occurredAt: toIso(world.now), phone: { offDuty: true, clockOffS: 720 } },
  ]);
  for (const who of [crew.sam, crew.kim])
    for (const entry of await told(who)) expect(entry).not.toHaveProperty("phone");
});

test("what was recorded on duty by a right clock has no such note", async () => {
  const delivery = await crew.assigned();
  const phone = openPhone(world, crew.kim);
  phone.tap("shift", { onDuty: true });
  world.now += MINUTE_MS;
  phone.tap("succeed", phone.ended(delivery, "collect"));
  good(await phone.send());
  const { timeline } = await crew.read(crew.bo, delivery.id);
  expect(timeline.filter(({ phone: facts }) => facts !== undefined)).toEqual([]);
});
