import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { DAY_MS, MINUTE_MS, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { courierApi } from "../contract/api.ts";
import { keepPositions } from "./send-positions.ts";

const { world, carla } = useWorld({ people: { carla: ["Carla Ruiz", "courier"] } });
beforeEach(async () => {
  world.now += MINUTE_MS;
  await world.db.owner((tx) => sql`truncate shift, position_now, position_track`.execute(tx));
});

const shift = (who: Caller, onDuty: boolean) =>
  who.call(courierApi.keepShift, { commandId: randomUUID(), occurredAt: toIso(world.now), onDuty });
const at = (lon: number, lat: number, when = world.now) => ({
  at: toIso(when),
  point: { lon, lat },
  accuracyM: 8,
  speedMps: null,
  headingDeg: 90,
});

test("a track that a phone kept without a network is kept after the shift, and moves nobody's map", async () => {
  await shift(carla, true);
  const began = world.now;
  world.now += 60 * MINUTE_MS;
  await shift(carla, false);
  const ended = world.now;
  world.now += MINUTE_MS;
  const send = (...positions: ReturnType<typeof at>[]) => carla.call(courierApi.sendPositions, { positions });
  const late = await send(
    at(7.1, 51.1, began - 1),
    at(7.2, 51.2, began + MINUTE_MS),
    at(7.3, 51.3, ended - 1),
    at(7.4, 51.4, ended),
  );
  expect(late).toMatchObject({ status: 200, body: { kept: 2 } });
  const kept = async (table: string) =>
    (await world.db.owner((tx) => rows(tx, sql`select at from ${sql.table(table)}`))).length;
  expect([await kept("position_track"), await kept("position_now")]).toEqual([2, 0]);
  expect((await send(at(7.5, 51.5))).body.code).toBe("courier.off-duty");
  world.now = ended + 2 * DAY_MS;
  expect((await send(at(7.3, 51.3, ended - 1))).body.code).toBe("courier.off-duty");
});

test("on duty again, positions of minutes ago are kept and shown to nobody as news", async () => {
  await shift(carla, true);
  const began = world.now;
  world.now += 5 * MINUTE_MS;
  const sent = (minutes: number) =>
    world.db.as({ orgId: world.orgId }, (tx) =>
      keepPositions(tx, [
        {
          courierId: carla.actor.courierId ?? "",
          positions: [at(7, 51, began + minutes * MINUTE_MS)],
          now: world.now,
        },
      ]),
    );
  expect(await sent(2)).toEqual([{ kept: 1, moved: undefined }]);
  expect(await sent(4)).toMatchObject([{ kept: 1, moved: { point: { lon: 7, lat: 51 } } }]);
});

test("where a phone without a network went off duty, what another phone sent since is deleted", async () => {
  await shift(carla, true);
  const ended = world.now + 10 * MINUTE_MS;
  world.now += 30 * MINUTE_MS;
  const positions = [at(7.1, 51.1, ended - 1), at(7.2, 51.2, ended), at(7.3, 51.3)];
  expect(await carla.call(courierApi.sendPositions, { positions })).toMatchObject({ body: { kept: 3 } });
  await carla.call(courierApi.keepShift, {
    commandId: randomUUID(),
    occurredAt: toIso(ended),
    onDuty: false,
  });
  const left = await world.db.owner((tx) => rows(tx, sql<{ lon: number }>`select lon from position_track`));
  expect(left.map(({ lon }) => lon)).toEqual([7.1]);
});
