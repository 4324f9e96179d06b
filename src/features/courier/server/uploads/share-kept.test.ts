import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { sha256 } from "#server/db/hash.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { book } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { photo } from "#test/support/people/photo.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew } = useWorld({ crew: true });

let picture: Buffer;
let phone: Phone;
let deliveries: Delivery[];
beforeEach(async () => {
  picture = Buffer.from(await photo(), "base64");
  phone = openPhone(world, crew.kim);
  deliveries = [await crew.collected(), await crew.collected(), await crew.collected()];
});

const proofAt = (changes: object = {}) => ({
  id: randomUUID(),
  kind: "photo",
  sha256: sha256(picture),
  bytes: picture.length,
  ...changes,
});

/** Freezes the outcome of all deliveries at one tap; the first carries the picture. */
function tapAtDoor(): { id: string; first: Delivery } {
  const [first] = deliveries;
  if (!first) throw new Error("no delivery");
  const carried = proofAt();
  for (const delivery of deliveries) {
    const proofs = [delivery === first ? carried : proofAt({ of: carried.id })];
    phone.tap("succeed", phone.ended(delivery, "deliver", { recipientName: "Rita", proofs }));
  }
  return { id: carried.id, first };
}

const partOf = (id: string, delivery: Delivery, payload: Buffer, offset = 0) =>
  world.server.app.inject({
    method: "PUT",
    url: `/api/courier/proofs/${id}`,
    query: {
      deliveryId: delivery.id,
      taskId: taskIdOf(delivery, "deliver"),
      kind: "photo",
      sha256: sha256(picture),
      total: String(picture.length),
      offset: String(offset),
    },
    headers: { authorization: "Bearer Kim Kurier", "content-type": "application/octet-stream" },
    payload,
  });

async function upload(id: string, delivery: Delivery): Promise<void> {
  const response = await partOf(id, delivery, picture);
  expect(response.json()).toMatchObject({ complete: true });
}

const recorded = async () =>
  Promise.all(
    deliveries.map(async ({ id }) => {
      const { tasks, proofs } = await crew.read(crew.bo, id);
      const task = tasks.find(({ kind }) => kind === "deliver");
      const named = task?.outcome?.proofIds ?? [];
      return { state: task?.state, isNamed: proofs.some((proof) => named.includes(proof.id)) };
    }),
  );

test("one picture that comes once is the proof of every delivery at the door", async () => {
  const { id, first } = tapAtDoor();
  const { body } = await phone.send();
  expect(body.results.map(({ verdict }) => verdict)).toEqual(["accepted", "accepted", "accepted"]);
  expect((await recorded()).map(({ isNamed }) => isNamed)).toEqual([false, false, false]);
  await upload(id, first);
  await upload(id, first);
  expect(await recorded()).toEqual(deliveries.map(() => ({ state: "succeeded", isNamed: true })));
  const proofs = (await Promise.all(deliveries.map((one) => crew.read(crew.bo, one.id)))).map(
    (read) => read.proofs,
  );
  expect(new Set(proofs.flat().map((proof) => proof.sha256)).size).toBe(1);
  expect(proofs.map((all) => all.length)).toEqual([1, 1, 1]);
});

test("a command that is judged after its picture came has its proof at once", async () => {
  const { id, first } = tapAtDoor();
  const all = phone.waiting();
  await phone.send({ commands: all.slice(0, 1) });
  await upload(id, first);
  expect((await recorded()).map(({ isNamed }) => isNamed)).toEqual([true, false, false]);
  await phone.send({ commands: all.slice(1) });
  expect(await recorded()).toEqual(deliveries.map(() => ({ state: "succeeded", isNamed: true })));
});

test("a picture that comes before its own command is the proof of the deliveries whose commands came", async () => {
  const { id, first } = tapAtDoor();
  const all = phone.waiting();
  await phone.send({ commands: all.slice(1) });
  await upload(id, first);
  expect((await recorded()).map(({ isNamed }) => isNamed)).toEqual([false, true, true]);
  await phone.send({ commands: all.slice(0, 1) });
  expect(await recorded()).toEqual(deliveries.map(() => ({ state: "succeeded", isNamed: true })));
});

test("one delivery that was sent back meanwhile is refused alone", async () => {
  const [, second] = deliveries;
  if (!second) throw new Error("no second delivery");
  await crew.handle(second, "send_back");
  const { id, first } = tapAtDoor();
  const { body } = await phone.send();
  expect(body.results.map(({ verdict }) => verdict)).toEqual(["accepted", "refused", "accepted"]);
  await upload(id, first);
  expect((await recorded()).map(({ state }) => state)).toEqual(["succeeded", "cancelled", "succeeded"]);
});

test("a picture that its own stop may not have is brought for the others, once, and refused at its own", async () => {
  const stranger = await crew.give(await book(world, crew.sam), crew.lee);
  deliveries.unshift(stranger);
  const { id } = tapAtDoor();
  const { body } = await phone.send();
  expect(body.results.map(({ verdict }) => verdict)).toEqual(["refused", "accepted", "accepted", "accepted"]);
  const half = Math.floor(picture.length / 2);
  expect((await partOf(id, stranger, Buffer.alloc(0))).json()).toMatchObject({ next: 0, complete: false });
  expect((await partOf(id, stranger, picture.subarray(0, half))).json()).toMatchObject({ next: half });
  const last = await partOf(id, stranger, picture.subarray(half), half);
  expect(last.json()).toMatchObject({ code: "deliveries.not-found" });
  expect((await recorded()).map(({ isNamed }) => isNamed)).toEqual([false, true, true, true]);
  expect((await partOf(id, stranger, Buffer.alloc(0))).json()).toMatchObject({
    code: "deliveries.not-found",
  });
});

test("a picture of somebody else is the proof of nothing", async () => {
  const [first, second] = deliveries;
  if (!first || !second) throw new Error("no delivery");
  const theirs = (await crew.keepPhoto(first, taskIdOf(first, "deliver"), crew.bo)).body.id;
  const proofs = [proofAt({ of: theirs })];
  phone.tap("succeed", phone.ended(second, "deliver", { recipientName: "Rita", proofs }));
  await phone.send();
  expect((await crew.read(crew.bo, second.id)).proofs).toEqual([]);
});
