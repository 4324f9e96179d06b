import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { good, openShop } from "#test/support/people/booking.ts";
import { openWorld } from "#test/support/world.ts";
import { placesApi } from "../contract/api.ts";

test("hours that were changed are changed once, also when the answer was lost on the way", async () => {
  const world = await openWorld({ runJobs: false });
  await openShop(world);
  const ada = await world.person("Ada Admin", "org-admin");
  const { version, hours } = good(await ada.call(placesApi.readArea, {}));
  const key = randomUUID();
  const changed = good(await ada.call(placesApi.editHours, { version, hours }, { key }));
  await world.db.owner((tx) => sql`delete from idempotency`.execute(tx));
  const again = await ada.call(placesApi.editHours, { version, hours }, { key });
  expect(again).toMatchObject({ status: 200, body: { version: changed.version } });
  const other = await ada.call(placesApi.editHours, { version, hours });
  expect(other).toMatchObject({ status: 409, body: { code: "places.changed-meanwhile" } });
  await world.close();
});
