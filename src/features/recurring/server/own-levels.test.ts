import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { levelsApi } from "#features/quotes/contract/levels.ts";
import { LEVEL_TERMS, type LevelTerms, NO_NAMES } from "#features/quotes/domain/service-levels.ts";
import { PAY_WAYS } from "#features/payments/domain/due.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { standingRule } from "#test/support/people/standing-order.ts";
import { useWorld } from "#test/support/use-world.ts";
import { recurringApi } from "../contract/api.ts";

const { world, dora, ada } = useWorld({
  shop: true,
  eachTestAtTen: true,
  payWays: [...PAY_WAYS],
  people: { dora: ["Dora", "dispatcher"], ada: ["Ada", "org-admin"] },
});

/** The built-in levels with this one of the organisation's own. */
async function sell(own: Partial<LevelTerms>): Promise<void> {
  const { version, levels } = good(await ada.call(levelsApi.readServiceLevels, {}));
  const evening = {
    ...LEVEL_TERMS.scheduled,
    code: "evening",
    names: { ...NO_NAMES, en: "Evening" },
    ...own,
  };
  const others = levels.filter(({ code }) => code !== evening.code);
  good(
    await ada.call(levelsApi.editServiceLevels, { version, levels: [...others, evening] as typeof levels }),
  );
}

test("a standing order of the organisation's own level is made in a window of that level", async () => {
  await sell({ windowMs: 3 * LEVEL_TERMS.scheduled.windowMs, stepMs: 3 * LEVEL_TERMS.scheduled.windowMs });
  const rule = standingRule({ serviceLevel: "evening", time: "14:00" });
  const { id } = good(await dora.call(recurringApi.addRule, { rule }));
  const job = world.server.rooms.find(({ name }) => name === "recurring")?.jobs?.jobs["makeRecurring"];
  await job?.({ id });
  const { days } = good(await dora.call(recurringApi.readDays, { id }));
  expect(days[0]?.state).toBe("made");
  expect(days[0]?.window).toEqual({ start: "2026-06-19T12:00:00.000Z", end: "2026-06-19T15:00:00.000Z" });
});

test("a level that is retired, begins at once or never was makes no standing order", async () => {
  await sell({ isRetired: true, isOn: false });
  for (const serviceLevel of ["evening", "asap_60", `level_${randomUUID().slice(0, 8)}`]) {
    // oxlint-disable-next-line no-await-in-loop
    const answer = await dora.call(recurringApi.addRule, { rule: standingRule({ serviceLevel }) });
    expect(codeOf(answer), serviceLevel).toBe("422 recurring.no-level");
  }
});
