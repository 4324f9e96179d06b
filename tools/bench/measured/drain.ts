import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { makeOutbox } from "#kernel/outbox/outbox.ts";
import { runCommand } from "#features/deliveries/server/public.ts";
import { rows } from "#server/db/db.ts";
import { withDatabase } from "#test/support/database/database-template.ts";
import { memoryStore } from "#test/support/outbox/memory-store.ts";
import { bookMany } from "#test/support/people/book-many.ts";
import type { Day } from "#test/shifts/phone-store.ts";
import { tellFigure } from "../figure.ts";
import { makeTruth } from "#test/shifts/truth.ts";
import { makeWorld } from "#test/shifts/world.ts";
import { openWireDatabase } from "#test/shifts/wire/database.ts";
import { openOrganisation } from "#test/shifts/wire/organisation.ts";
import { makeWireServer } from "#test/shifts/wire/server.ts";

const COMMANDS = 100;
const TYPES = ["start", "arrive"] as const;

test("a phone sends 100 commands through HTTP", async () => {
  const name = `waybill_drain_${process.pid}`;
  const admin = new pg.Client({ connectionString: inject("adminUrl") });
  await admin.connect();
  await admin.query(`create database ${name} template ${inject("templateName")}`);
  const database = await openWireDatabase(withDatabase(inject("adminUrl"), name));
  const world = makeWorld(1, [], 0);
  const former = new Set<string>();
  const org = await openOrganisation(world, { db: database.db, dataFolder: "/tmp", former });
  const booked = await bookMany({ ...database, orgId: org.orgId, now: world.now() }, COMMANDS / TYPES.length);
  const courierId = org.couriers.get("ana")?.courierId ?? "";
  const who = { actor: org.dispatcher, scope: "org", now: world.now() } as const;
  for (const { id, collect, deliver } of booked)
    await database.db.as(org.dispatcher, (tx) =>
      runCommand(tx, who, {
        deliveryId: id,
        command: {
          type: "assign",
          commandId: randomUUID(),
          occurredAt: world.now(),
          taskIds: [collect, deliver],
          courierId,
        },
      }),
    );
  const server = makeWireServer({ world, truth: makeTruth(), database, org, former });
  const outbox = makeOutbox<Day>({
    store: memoryStore<Day>(randomUUID()),
    transport: {
      sync: (call) => server.sync("ana", call),
      upload: (part) => server.upload("ana", part),
    },
    clock: { wall: world.now, mono: () => performance.now(), life: randomUUID() },
    newId: () => randomUUID(),
  });
  for (const { id: deliveryId, collect: taskId } of booked)
    for (const type of TYPES)
      await outbox.record([{ type, v: 1, body: { deliveryId, taskId }, deliveryId, taskId, label: "" }]);
  const began = performance.now();
  expect(await outbox.drain()).toBe("sent");
  const ms = performance.now() - began;
  const taken = await database.db.as({ orgId: org.orgId }, (tx) =>
    rows(tx, sql`select from courier_report where org_id = app_org() and verdict = 'accepted'`),
  );
  expect(taken).toHaveLength(COMMANDS);
  tellFigure(`${COMMANDS} commands of a phone sent and judged`, `${Math.round(ms)} ms`);
  await org.close();
  await database.close();
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});
