import { sql } from "kysely";
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS, fromIso, toIso } from "#kernel/instant.ts";
import { rows } from "#server/db/db.ts";
import { codeOf, good, head } from "#test/support/people/booking.ts";
import { brokenStories, wronglyShown } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { deliveriesApi } from "../contract/api.ts";
import type { Delivery } from "../contract/shapes.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const nobodyHome = { reason: "recipient_absent", note: null, proofIds: [] };
const missed = async (): Promise<Delivery> => {
  const failed = await crew.step(crew.kim, await crew.collected(), "deliver", "fail", nobodyHome);
  good(failed);
  return crew.read(crew.bo, failed.body.id);
};
const tomorrow = ({ window }: Delivery) => ({
  start: toIso(fromIso(window.start) + DAY_MS),
  end: toIso(fromIso(window.end) + DAY_MS),
});
const retry = ({ id }: Delivery, window?: Delivery["window"], command = head(world)) =>
  crew.bo.call(deliveriesApi.handleDelivery, {
    id,
    command: { ...command, type: "retry", note: null, ...(window && { window }) },
  });

test("another try has the time that was promised for it, and the old one stays in the history", async () => {
  const before = await missed();
  const window = tomorrow(before);
  const after = good(await retry(before, window));
  expect(after).toMatchObject({ window, custody: "courier", version: before.version + 2 });
  expect(after.tasks.at(-1)).toMatchObject({ kind: "deliver", tryNo: 2, state: "open", window });
  expect(after.tasks.find(({ tryNo, kind }) => kind === "deliver" && tryNo === 1)?.window).toEqual(
    before.window,
  );
  expect(after.timeline.slice(-2).map(({ type, changes }) => [type, changes?.[0]?.field])).toEqual([
    ["delivery.retry_planned", undefined],
    ["delivery.edited", "window"],
  ]);
  expect(await brokenStories(world)).toEqual([]);
  expect(await wronglyShown(world)).toEqual([]);
});

test("another try without a time keeps the promise", async () => {
  const before = await missed();
  const after = good(await retry(before));
  expect(after).toMatchObject({ window: before.window, version: before.version + 1 });
});

test("a pickup that is tried again happens before the new time", async () => {
  const given = await crew.assigned();
  const failed = { reason: "not_ready", note: null, proofIds: [] };
  good(await crew.step(crew.kim, given, "collect", "fail", failed));
  const before = await crew.read(crew.bo, given.id);
  const window = tomorrow(before);
  const after = good(await retry(before, window));
  expect(after).toMatchObject({ window, pickupWindow: { end: window.start }, custody: "sender" });
  expect(after.tasks.findLast(({ kind }) => kind === "collect")).toMatchObject({
    tryNo: 2,
    window: after.pickupWindow,
  });
});

test("the same press twice plans one try", async () => {
  const before = await missed();
  const [window, command] = [tomorrow(before), head(world)];
  const first = good(await retry(before, window, command));
  const again = good(await retry(before, window, command));
  expect(again.version).toBe(first.version);
  const later = { start: window.start, end: toIso(fromIso(window.end) + HOUR_MS) };
  expect(codeOf(await retry(before, later, command))).toMatch(/http\.idempotency-mismatch$/);
});

test("a time that is over plans nothing at all", async () => {
  const before = await missed();
  const over = {
    start: toIso(fromIso(before.window.start) - DAY_MS),
    end: toIso(fromIso(before.window.end) - DAY_MS),
  };
  expect(codeOf(await retry(before, over))).toBe("422 deliveries.window-past");
  expect((await crew.read(crew.bo, before.id)).version).toBe(before.version);
  const stored = await world.db.owner((tx) =>
    rows(
      tx,
      sql<{
        type: string;
      }>`select type from event where aggregate_id = ${before.id} and seq > ${before.version}`,
    ),
  );
  expect(stored).toEqual([]);
});

test("a return that is tried again has no promised time", async () => {
  const before = await missed();
  const back = good(await crew.handle(before, "send_back"));
  good(
    await crew.step(crew.kim, await crew.give(back, crew.kim), "return", "fail", {
      reason: "closed",
      note: null,
      proofIds: [],
    }),
  );
  const failed = await crew.read(crew.bo, before.id);
  expect(codeOf(await retry(failed, tomorrow(failed)))).toBe("409 deliveries.too-late-to-edit");
  expect(good(await retry(failed)).tasks.at(-1)).toMatchObject({ kind: "return", tryNo: 2 });
});
