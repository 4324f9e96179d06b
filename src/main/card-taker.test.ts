import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { rows } from "#server/db/db.ts";
import { held, openCounter } from "#test/support/paying/paying.ts";

test("the sandbox's webhooks reach this Waybill although nobody listens at its public address", async () => {
  const { world, sam } = await openCounter({ sandbox: {} });
  onTestFinished(() => world.close());
  await held(world, sam);
  const types = () =>
    world.db.owner(async (tx) =>
      (await rows(tx, sql<{ type: string }>`select type from payment_inbox order by event_id`)).map(
        ({ type }) => type,
      ),
    );
  await expect.poll(types, { timeout: 20_000 }).toContain("payment_intent.created");
});
