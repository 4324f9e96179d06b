import { randomBytes, randomUUID } from "node:crypto";
import { readdir } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { sha256 } from "#server/db/hash.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { sweepUploads } from "./sweep-uploads.ts";

const { world, crew } = useWorld({ crew: true });
const PART = 4_000;

let picture: Buffer;
let delivery: Delivery;
beforeEach(async () => {
  // Noise, so that it is several parts long.
  picture = await sharp(randomBytes(60 * 60 * 3), { raw: { width: 60, height: 60, channels: 3 } })
    .png()
    .toBuffer();
  delivery = await crew.assigned();
  await sweepUploads(world.db, world.dataFolder, world.now + 8 * DAY_MS);
});

interface Sent {
  readonly id: string;
  readonly offset: number;
  readonly bytes?: Buffer;
  readonly who?: string;
  readonly more?: Readonly<Record<string, string>>;
}

async function put({ id, offset, bytes = Buffer.alloc(0), who = "Kim Kurier", more = {} }: Sent) {
  const response = await world.server.app.inject({
    method: "PUT",
    url: `/api/courier/proofs/${id}`,
    query: {
      deliveryId: delivery.id,
      taskId: taskIdOf(delivery, "collect"),
      kind: "photo",
      sha256: sha256(picture),
      total: String(picture.length),
      offset: String(offset),
      ...more,
    },
    headers: { authorization: `Bearer ${who}`, "content-type": "application/octet-stream" },
    payload: bytes,
  });
  return { status: response.statusCode, body: response.json() };
}

const partAt = (offset: number): Buffer => picture.subarray(offset, offset + PART);

async function sendAll(id: string, from = 0) {
  let answer = await put({ id, offset: from, bytes: partAt(from) });
  while (answer.status === 200 && !answer.body.complete)
    answer = await put({ id, offset: answer.body.next, bytes: partAt(answer.body.next) });
  return answer;
}

const proofs = async () => (await crew.read(crew.bo, delivery.id)).proofs;
const files = async (): Promise<string[]> => readdir(path.join(world.dataFolder, "uploads")).catch(() => []);

test("a photo comes in parts and is kept once all of it is here", async () => {
  const id = randomUUID();
  expect(picture.length).toBeGreaterThan(2 * PART);
  expect(await sendAll(id)).toEqual({ status: 200, body: { next: picture.length, complete: true } });
  expect(await proofs()).toMatchObject([{ id, kind: "photo" }]);
  expect(await files()).toEqual([]);
  const again = await put({ id, offset: 0, bytes: partAt(0) });
  expect(again).toEqual({ status: 200, body: { next: picture.length, complete: true } });
  expect(await proofs()).toHaveLength(1);
});

test("a part at the wrong place writes nothing and is told where to go on", async () => {
  const id = randomUUID();
  expect((await put({ id, offset: 0 })).body).toEqual({ next: 0, complete: false });
  expect((await put({ id, offset: 0, bytes: partAt(0) })).body).toEqual({ next: PART, complete: false });
  expect((await put({ id, offset: 0, bytes: partAt(0) })).body).toEqual({ next: PART, complete: false });
  expect((await put({ id, offset: PART * 2, bytes: partAt(PART * 2) })).body.next).toBe(PART);
  expect((await sendAll(id, PART)).body.complete).toBe(true);
});

test("bytes without the hash that was named begin anew", async () => {
  const id = randomUUID();
  const broken = Buffer.from(picture);
  broken.writeUInt8(broken.readUInt8(200) ^ 1, 200);
  const right = picture;
  picture = Buffer.concat([broken]);
  const more = { sha256: sha256(right) };
  expect(await put({ id, offset: 0, bytes: broken, more })).toMatchObject({
    status: 422,
    body: { code: "courier.proof-broken" },
  });
  picture = right;
  expect((await put({ id, offset: 0 })).body).toEqual({ next: 0, complete: false });
  expect((await sendAll(id)).body.complete).toBe(true);
});

test("an id that names another picture, and bytes that the command did not name, are refused", async () => {
  const id = randomUUID();
  await put({ id, offset: 0, bytes: partAt(0) });
  expect((await put({ id, offset: 0, more: { kind: "signature" } })).body.code).toBe(
    "http.idempotency-mismatch",
  );
  const phone = openPhone(world, crew.kim);
  const named = { id: randomUUID(), kind: "photo", sha256: "0".repeat(64), bytes: 9 };
  phone.tap("succeed", phone.ended(delivery, "collect", { proofs: [named] }));
  await phone.send();
  expect((await sendAll(named.id)).body.code).toBe("courier.proof-other");
  expect(await proofs()).toEqual([]);
});

test("a photo carries the time of the tap that named it", async () => {
  const phone = openPhone(world, crew.kim);
  const named = { id: randomUUID(), kind: "photo", sha256: sha256(picture), bytes: picture.length };
  phone.tap("succeed", phone.ended(delivery, "collect", { proofs: [named] }));
  const tappedAt = world.now;
  world.now += 3_600_000;
  await phone.send();
  expect((await sendAll(named.id)).body.complete).toBe(true);
  expect(await proofs()).toMatchObject([{ id: named.id, takenAt: toIso(tappedAt) }]);
});

test("somebody without the task sends nothing, and learns nothing", async () => {
  const id = randomUUID();
  expect((await put({ id, offset: 0, bytes: partAt(0), who: "Lee Later" })).body.code).toBe(
    "deliveries.not-found",
  );
  expect((await put({ id, offset: 0, who: "Sam Sender" })).body.code).toBe("courier.no-courier");
  expect((await put({ id, offset: 0, more: { total: "9000000" } })).body).toMatchObject({
    code: "http.bad-input",
    fields: [{ path: "total" }],
  });
  expect(await files()).toEqual([]);
});

test("a task has so many uploads at most, and what does not go on for 7 days is gone", async () => {
  for (let nth = 0; nth < 20; nth += 1) await put({ id: randomUUID(), offset: 0, bytes: partAt(0) });
  expect((await put({ id: randomUUID(), offset: 0, bytes: partAt(0) })).body.code).toBe(
    "deliveries.too-many-proofs",
  );
  expect(await files()).toHaveLength(20);
  await sweepUploads(world.db, world.dataFolder, world.now + 7 * DAY_MS);
  expect(await files()).toHaveLength(20);
  await sweepUploads(world.db, world.dataFolder, world.now + 7 * DAY_MS + 1);
  expect(await files()).toEqual([]);
  expect((await put({ id: randomUUID(), offset: 0 })).status).toBe(200);
});
