import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { courierApi } from "#features/courier/contract/api.ts";
import { messagesApi } from "#features/messages/contract/api.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { useWorld } from "#test/support/use-world.ts";
import { privacyApi } from "../contract/api.ts";
import { DEFAULT_RETENTION, KEEP, type KeptKind } from "../domain/retention.ts";
import { forgetOld } from "./forget-old.ts";

type Aged = "tracks" | "messages" | "notices";

const { world, crew, ada } = useWorld({
  crew: true,
  eachTestAtTen: true,
  people: { ada: ["Ada Admin", "org-admin"] },
});

const count = async (table: "position_track" | "message" | "message_recipient" | "notice"): Promise<number> =>
  (await world.one(sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`))?.n ?? -1;
const TABLES = {
  tracks: ["position_track"],
  messages: ["message", "message_recipient"],
  notices: ["notice"],
} as const satisfies Record<Aged, readonly string[]>;
const rowsOf = async (kind: Aged): Promise<number[]> =>
  Promise.all(TABLES[kind].map((table) => count(table)));

/** Leaves one row of each kind, made now; the notice is of this delivery. */
async function live(of: () => Promise<{ readonly id: string }> = crew.delivered): Promise<void> {
  const delivery = await of();
  await world.run(sql`truncate position_track, message, message_recipient, notice`);
  good(
    await crew.kim.call(courierApi.keepShift, {
      commandId: randomUUID(),
      occurredAt: toIso(world.now),
      onDuty: true,
    }),
  );
  good(
    await crew.kim.call(courierApi.sendPositions, {
      positions: [
        {
          at: toIso(world.now),
          point: { lon: 13.4, lat: 52.5 },
          accuracyM: 5,
          speedMps: null,
          headingDeg: null,
        },
      ],
    }),
  );
  good(
    await crew.bo.call(messagesApi.sendMessage, {
      text: "Mrs Quill waits",
      courierIds: [crew.kim.actor.courierId ?? ""],
      toAll: false,
      deliveryId: null,
    }),
  );
  const now = toIso(world.now);
  await world.run(sql`
    insert into notice (org_id, id, delivery_id, notice, about, corrects, audience, way, state, made_at, due_at, said_at,
      ended_at, shown_to)
    values (${world.orgId}, ${randomUUID()}, ${delivery.id}, 'booked', '', false, 'recipient', 'mail', 'sent', ${now}, ${now},
      ${now}, ${now}, 'q…@example.org')`);
}

async function set(days: Partial<Record<KeptKind, number | null>>) {
  const { version } = good(await ada.call(privacyApi.readRetention, {}));
  const { recipient, sender, pictures } = DEFAULT_RETENTION;
  return ada.call(privacyApi.editRetention, { version, recipient, sender, pictures, ...days } as never);
}
const forget = () => forgetOld({ db: world.db, dataFolder: world.dataFolder }, world.now);

test.each([
  ["tracks", 20],
  ["messages", 45],
  ["notices", 150],
] as const)(
  "%s are deleted after the %i days of the organisation, and not a night before",
  async (kind, days) => {
    await live();
    good(await set({ tracks: 60, messages: 400, notices: 400, [kind]: days }));
    expect(await rowsOf(kind)).not.toContain(0);
    world.now += days * DAY_MS - 1;
    expect(good(await ada.call(privacyApi.readRetention, {})).due[kind]).toBe(0);
    await forget();
    expect(await rowsOf(kind)).not.toContain(0);
    world.now += 2;
    expect(good(await ada.call(privacyApi.readRetention, {})).due[kind]).toBe(1);
    await forget();
    await forget();
    expect(new Set(await rowsOf(kind))).toEqual(new Set([0]));
  },
);

test("without a period of the organisation's own the defaults hold", async () => {
  await live();
  await world.run(sql`delete from retention`);
  expect(good(await ada.call(privacyApi.readRetention, {}))).toMatchObject(DEFAULT_RETENTION);
  world.now += 61 * DAY_MS;
  await forget();
  expect(await rowsOf("tracks")).toEqual([0]);
  expect(await rowsOf("messages")).toEqual([1, 1]);
  world.now += 340 * DAY_MS;
  await forget();
  expect([await rowsOf("messages"), await rowsOf("notices")]).toEqual([[0, 0], [0]]);
});

test("what people of a delivery under way were told is kept, however long ago", async () => {
  await live(crew.assigned);
  world.now += 500 * DAY_MS;
  expect(good(await ada.call(privacyApi.readRetention, {})).due).toMatchObject({ messages: 1, notices: 0 });
  await forget();
  expect([await rowsOf("messages"), await rowsOf("notices")]).toEqual([[0, 0], [1]]);
});

test("messages and notices may be kept for ever, tracks of couriers never", async () => {
  await live();
  good(await set({ messages: null, notices: null }));
  world.now += 3_000 * DAY_MS;
  await forget();
  expect([await rowsOf("messages"), await rowsOf("notices")]).toEqual([[1, 1], [1]]);
  expect(codeOf(await set({ tracks: null }))).toBe("400 http.bad-input");
});

test.each(["tracks", "messages", "notices"] as const)("%s keep to their bounds", async (kind) => {
  const { min, max } = KEEP[kind];
  for (const days of [min - 1, max + 1])
    expect(codeOf(await set({ [kind]: days }))).toBe("400 http.bad-input");
  for (const days of [min, max]) expect(good(await set({ [kind]: days }))[kind]).toBe(days);
});

test("a page of an earlier version, which knows three kinds, leaves the others as they are", async () => {
  good(await set({ tracks: 20, messages: null, notices: 150 }));
  expect(good(await set({ sender: 100 }))).toMatchObject({
    sender: 100,
    tracks: 20,
    messages: null,
    notices: 150,
  });
});
