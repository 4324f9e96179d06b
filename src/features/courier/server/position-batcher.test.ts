import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { WEDNESDAY_TEN } from "#test/support/world.ts";
import { positionBatcher } from "./position-batcher.ts";

test("behind a database that hangs only so many calls wait; further ones are refused at once", async () => {
  const keep = positionBatcher({ as: () => new Promise<never>(() => undefined) });
  const send = () => keep("org", { courierId: randomUUID(), positions: [], now: WEDNESDAY_TEN });
  const refused: unknown[] = [];
  for (let n = 0; n < 5_000; n += 1) void send().catch((error: unknown) => refused.push(error));
  await expect(send()).rejects.toMatchObject({ code: "http.busy" });
  expect(refused).toEqual([]);
});
