import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { SentCommand } from "#features/courier/contract/sync.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { rows } from "#server/db/db.ts";
import { sha256 } from "#server/db/hash.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { good } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { photo } from "#test/support/people/photo.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";
import { rescueApi } from "../contract/api.ts";

const { world, crew } = useWorld({ crew: true });

const subjectOf = async (who: Caller): Promise<string> => {
  const [row] = await world.db.owner((tx) =>
    rows(tx, sql<{ subject: string }>`select subject from person where id = ${who.actor.userId ?? null}`),
  );
  return row?.subject ?? "";
};

/** Three commands of Kim's phone that never left it. */
async function unsent(delivery: Delivery, proofs: object[] = []): Promise<SentCommand[]> {
  const phone = openPhone(world, crew.kim);
  const at = { deliveryId: delivery.id, taskId: taskIdOf(delivery, "collect") };
  phone.tap("start", at);
  phone.tap("arrive", at);
  phone.tap("succeed", { ...phone.ended(delivery, "collect"), proofs });
  return [...phone.waiting()];
}

async function bring(who: Caller, commands: readonly SentCommand[], changes: object = {}) {
  return who.call(
    rescueApi.bringUnsent,
    {
      importId: randomUUID(),
      subject: await subjectOf(crew.kim),
      deviceId: randomUUID(),
      samples: [],
      total: { commands: commands.length, pictures: 0 },
      commands: [...commands],
      ...changes,
    },
    { key: randomUUID() },
  );
}
const verdicts = (results: readonly { verdict: string }[]) => results.map(({ verdict }) => verdict);

test("work that dispatch brings is the courier's, arrives once, and stands in the list with who brought it", async () => {
  const delivery = await crew.assigned();
  const commands = await unsent(delivery);
  world.now += 3_600_000;
  const importId = randomUUID();
  const { results } = good(await bring(crew.bo, commands, { importId }));
  expect(verdicts(results)).toEqual(["accepted", "accepted", "accepted"]);
  const read = await crew.read(crew.bo, delivery.id);
  expect(read.tasks.find(({ kind }) => kind === "collect")).toMatchObject({
    state: "succeeded",
    outcome: { occurredAt: new Date(commands[2]?.wall ?? 0).toISOString() },
  });
  expect(read.timeline.at(-1)?.actor.name).toBe("Kim Kurier");
  const again = good(await bring(crew.bo, commands));
  expect(again.results).toEqual(results);
  expect(await crew.read(crew.bo, delivery.id)).toEqual(read);
  const { items } = good(await crew.bo.call(rescueApi.listImports, {}));
  expect(items.find(({ id }) => id === importId)).toMatchObject({
    by: "Bo Board",
    courier: "Kim Kurier",
    commands: 3,
    pictures: 0,
  });
});

test("the phone that wakes up again is answered with the stored verdicts", async () => {
  const delivery = await crew.assigned();
  const phone = openPhone(world, crew.kim);
  phone.tap("start", { deliveryId: delivery.id, taskId: taskIdOf(delivery, "collect") });
  const { results } = good(await bring(crew.bo, phone.waiting(), { deviceId: phone.deviceId }));
  expect(good(await phone.send()).results).toEqual(results);
});

/** Open exceptions of this kind, by what they say is missing. */
const openOf = (kind: string) =>
  world.run(sql<{ facts: object }>`select facts from exception where kind = ${kind} and resolved_at is null`);

test("a phone that was replaced is not missed once its file was brought, before or after the new one called", async () => {
  const before = (await openOf("phone_began_anew")).length;
  const missed = async () => (await openOf("phone_began_anew")).length - before;
  const phoneWith = async (lacksPicture: boolean) => {
    const delivery = await crew.assigned();
    const phone = openPhone(world, crew.kim);
    const bytes = Buffer.from(await photo(), "base64");
    const proof = { id: randomUUID(), kind: "photo", sha256: sha256(bytes), bytes: bytes.length };
    phone.tap("succeed", { ...phone.ended(delivery, "collect"), proofs: lacksPicture ? [proof] : [] });
    const commands = [...phone.waiting()];
    const waiting = { commands: 1, proofs: Number(lacksPicture), positions: 0, nextSeq: 2 };
    good(await phone.send({ commands: [], waiting }));
    world.now += 60_000;
    return { delivery, phone, commands, proof, bytes };
  };
  // Brought before the other phone speaks: nothing is opened.
  const early = await phoneWith(false);
  good(await bring(crew.bo, early.commands, { deviceId: early.phone.deviceId }));
  world.now += 60_000;
  good(await openPhone(world, crew.kim).send());
  expect(await missed()).toBe(0);

  // Brought after that: closed by itself, once its picture is there too.
  world.now += 60_000;
  const late = await phoneWith(true);
  good(await openPhone(world, crew.kim).send());
  expect(await missed()).toBe(1);
  world.now += 60_000;
  const importId = randomUUID();
  good(await bring(crew.bo, late.commands, { deviceId: late.phone.deviceId, importId }));
  expect(await missed()).toBe(1);
  const { id, sha256: hash } = late.proof;
  const sent = await world.server.app.inject({
    method: "PUT",
    url: `/api/rescue/proofs/${id}`,
    query: {
      importId,
      deliveryId: late.delivery.id,
      taskId: taskIdOf(late.delivery, "collect"),
      kind: "photo",
      sha256: hash,
      total: String(late.bytes.length),
      offset: "0",
    },
    headers: { authorization: "Bearer Bo Board", "content-type": "application/octet-stream" },
    payload: late.bytes,
  });
  expect(sent.statusCode).toBe(200);
  expect(await missed()).toBe(0);
});

test("the list of imports goes on page by page, the newest first", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    world.now += 1_000;
    const importId = randomUUID();
    ids.unshift(importId);
    good(await bring(crew.bo, [], { importId }));
  }
  const first = good(await crew.bo.call(rescueApi.listImports, { limit: 2 }));
  const cursor = first.next ?? "";
  const second = good(await crew.bo.call(rescueApi.listImports, { limit: 2, cursor }));
  expect([...first.items, ...second.items].slice(0, 3).map(({ id }) => id)).toEqual(ids);
});

test("a courier brings their own work alone, and nobody else brings any", async () => {
  const delivery = await crew.assigned();
  const commands = await unsent(delivery);
  expect((await bring(crew.lee, commands)).body).toMatchObject({ code: "rescue.not-yours" });
  expect((await bring(crew.sam, commands)).body).toMatchObject({ code: "accounts.forbidden" });
  expect((await bring(crew.bo, commands, { subject: "somebody" })).body).toMatchObject({
    code: "rescue.unknown-courier",
  });
  expect((await bring(crew.bo, commands, { subject: await subjectOf(crew.bo) })).body).toMatchObject({
    code: "rescue.unknown-courier",
  });
  expect((await crew.read(crew.bo, delivery.id)).tasks[0]?.state).toBe("assigned");
  expect(verdicts(good(await bring(crew.kim, commands)).results)).toEqual([
    "accepted",
    "accepted",
    "accepted",
  ]);
  const own = good(await crew.lee.call(rescueApi.listImports, {})).items;
  expect(own).toEqual([]);
});

test("work of a courier who left arrives and is marked", async () => {
  const delivery = await crew.assigned();
  const commands = await unsent(delivery);
  const setStatus = (status: string) =>
    world.db.owner((tx) =>
      sql`update person set status = ${status} where id = ${crew.kim.actor.userId ?? null}`.execute(tx),
    );
  await setStatus("suspended");
  const { results } = good(await bring(crew.bo, commands));
  await setStatus("active");
  expect(results.map(({ code }) => code)).toContain("courier.role-gone");
});

test("a picture of an import is kept once, and only by whoever opened the import", async () => {
  const delivery = await crew.assigned();
  const bytes = Buffer.from(await photo(), "base64");
  const proof = { id: randomUUID(), kind: "photo", sha256: sha256(bytes), bytes: bytes.length };
  const importId = randomUUID();
  good(await bring(crew.bo, await unsent(delivery, [proof]), { importId }));
  const put = async (who: string, more: object = {}) => {
    const response = await world.server.app.inject({
      method: "PUT",
      url: `/api/rescue/proofs/${proof.id}`,
      query: {
        importId,
        deliveryId: delivery.id,
        taskId: taskIdOf(delivery, "collect"),
        kind: "photo",
        sha256: proof.sha256,
        total: String(bytes.length),
        offset: "0",
        ...more,
      },
      headers: { authorization: `Bearer ${who}`, "content-type": "application/octet-stream" },
      payload: bytes,
    });
    return { status: response.statusCode, body: response.json() };
  };
  expect((await put("Kim Kurier")).body).toMatchObject({ code: "rescue.other-import" });
  expect((await put("Bo Board", { importId: randomUUID() })).body).toMatchObject({
    code: "rescue.other-import",
  });
  expect((await put("Bo Board", { offset: "-1" })).status).toBe(400);
  expect(await put("Bo Board")).toEqual({ status: 200, body: { next: bytes.length, complete: true } });
  expect(await put("Bo Board")).toEqual({ status: 200, body: { next: bytes.length, complete: true } });
  const { proofs } = await crew.read(crew.bo, delivery.id);
  expect(proofs).toMatchObject([{ id: proof.id, kind: "photo" }]);
});
