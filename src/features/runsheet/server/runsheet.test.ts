import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Context } from "#server/http/route.ts";
import { runsheetApi } from "../contract/api.ts";
import { readRunSheet } from "./read-run-sheet.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

const sheetOf = async (courierId = crew.kim.actor.courierId ?? "", date?: string) =>
  good(await crew.bo.call(runsheetApi.readRunSheet, { id: courierId, ...(date !== undefined && { date }) }));

test("a sheet holds every stop of the courier's day in the order of the board", async () => {
  const { id, number, recipient, dropoff, parcels } = await crew.assigned();
  await crew.assigned();
  const sheet = await sheetOf();
  const board = boardOf(good(await crew.bo.call(dispatchApi.readBoard, {})));
  const planned = board.couriers.find((one) => one.id === crew.kim.actor.courierId)?.route.stops;
  expect(sheet).toMatchObject({
    courier: { name: "Kim Kurier" },
    date: board.date,
    timezone: board.timezone,
  });
  expect(sheet.stops.map(({ taskId }) => taskId)).toEqual(planned?.map(({ taskId }) => taskId));
  const drop = sheet.stops.find((one) => one.deliveryId === id && one.kind === "deliver");
  expect(drop).toMatchObject({
    number,
    place: dropoff.label,
    name: recipient.name,
    phone: recipient.phone,
    note: recipient.note,
    parcels,
    state: "assigned",
    endedAt: null,
    cash: null,
  });
});

test("a stop that is over bears when it ended", async () => {
  const { id } = await crew.delivered();
  const over = (await sheetOf()).stops.filter(({ deliveryId }) => deliveryId === id);
  expect(over.map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
  for (const { endedAt, expectedAt } of over) {
    expect(endedAt).not.toBeNull();
    expect(expectedAt).toBeNull();
  }
});

test("a day without stops is an empty sheet, also of a courier who has none", async () => {
  expect((await sheetOf(undefined, "2027-01-01")).stops).toEqual([]);
  expect((await sheetOf(crew.lee.actor.courierId)).stops).toEqual([]);
});

test("couriers and senders read no sheet, their own neither", async () => {
  const courierId = crew.kim.actor.courierId ?? "";
  for (const caller of [crew.kim, crew.sam])
    expect((await caller.call(runsheetApi.readRunSheet, { id: courierId })).status).toBe(403);
});

test("nobody reads the sheet of somebody who is no courier here", async () => {
  for (const id of [randomUUID(), crew.bo.actor.userId ?? "", crew.kim.actor.userId ?? ""])
    expect(await crew.bo.call(runsheetApi.readRunSheet, { id })).toMatchObject({
      status: 404,
      body: { code: "runsheet.not-found" },
    });
});

test("a dispatcher of another organisation does not find the courier", async () => {
  const stranger = { ...crew.bo.actor, orgId: randomUUID() };
  const id = crew.kim.actor.courierId ?? "";
  const { db, now } = world;
  await expect(
    readRunSheet({ id }, { db, actor: stranger, scope: "org", now } as unknown as Context),
  ).rejects.toThrow("runsheet.not-found");
});
