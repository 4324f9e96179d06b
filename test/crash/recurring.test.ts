import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recurringApi } from "#features/recurring/contract/api.ts";
import { openCrashStand } from "#test/support/processes/crash-stand.ts";
import type { CrashNode, CrashStand } from "#test/support/processes/crash-stand.ts";
import { standingRule } from "#test/support/people/standing-order.ts";

const BO = "Bo Board";
let stand: CrashStand;
let survivor: CrashNode;
beforeAll(async () => {
  stand = await openCrashStand();
  survivor = await stand.start();
});
afterAll(() => stand.close());

test.each(["recurring.quoted", "recurring.entered", "recurring.kept"])(
  "a server that dies at %s and two that go on make one order of the day",
  async (at) => {
    const note = randomUUID();
    const rule = standingRule({ weekdays: [5], sender: { ...standingRule().sender, note } });
    const ordersMade = async () =>
      (
        await stand.world.one(sql<{ n: number }>`
          select count(*)::int as n from sales_order where sender ->> 'note' = ${note}`)
      )?.n;
    // No runner takes up what the call queues before the one that is to die.
    const key = randomUUID();
    await survivor.pause();
    const victim = await stand.start(at);
    const { id } = await victim.call(recurringApi.addRule, { rule }, key, BO);
    expect(await victim.ended).toBe("SIGKILL");
    expect(await ordersMade()).toBe(0);
    survivor.resume();
    const second = await stand.start();
    await Promise.all([survivor.run("makeRecurring", { id }), second.run("makeRecurring", { id })]);
    await survivor.run("findRecurring");
    await second.run("makeRecurring", { id });
    await second.end();
    expect(await ordersMade()).toBe(1);
    const { days } = await survivor.call(recurringApi.readDays, { id }, undefined, BO);
    expect(days[0]).toMatchObject({ day: "2026-06-19", state: "made" });
  },
);
