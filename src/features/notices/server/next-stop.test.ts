import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { SECOND_MS, toIso } from "#kernel/instant.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew } = useWorld({ crew: true, runJobs: true, eachTestAtTen: true });

/** The goal of every notice, from what brings it about. */
const SOON = { timeout: 10 * SECOND_MS };

const byId = (one: { id: string | undefined }, other: { id: string | undefined }) =>
  (one.id ?? "") < (other.id ?? "") ? -1 : 1;

test("whoever comes next because the stop before was handed over hears of it within seconds", async () => {
  const { kim } = crew;
  const both = [await crew.collected(), await crew.collected()];
  const onDuty = { commandId: randomUUID(), occurredAt: toIso(world.now), onDuty: true };
  good(await kim.call(courierApi.keepShift, onDuty));
  const inTurn = () => world.run<{ id: string }>(sql`select delivery_id as id from arrival order by ahead`);
  await expect.poll(inTurn, { timeout: 60_000 }).toHaveLength(2);
  const [first, second] = (await inTurn()).map(({ id }) => both.find((one) => one.id === id));
  const told = () =>
    world.run(sql`select distinct delivery_id as id from notice where notice = 'next_stop' order by id`);
  await expect.poll(told, SOON).toEqual([{ id: first?.id }]);
  if (first) good(await crew.handOver(first));
  await expect.poll(told, SOON).toEqual([first, second].map((one) => ({ id: one?.id })).toSorted(byId));
});
