import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { toIso } from "#kernel/instant.ts";
import { openPhone } from "#test/support/courier/phone.ts";
import { good } from "#test/support/people/booking.ts";
import { bare, taskIdOf } from "#test/support/people/crew.ts";
import { photo } from "#test/support/people/photo.ts";
import { useWorld } from "#test/support/use-world.ts";
import { exceptionsApi } from "../contract/api.ts";
import type { Exception } from "../contract/api.ts";
import { PICTURE_LATE_MS, checkProofs } from "./check-proofs.ts";

const { world, crew } = useWorld({ crew: true, runJobs: "queued", daysApart: 1 });
const sha256 = "a".repeat(64);
let image: string;
beforeAll(async () => {
  image = await photo();
});
let phone: ReturnType<typeof openPhone>;
let delivery: Delivery;
let proofId: string;

/** Kim hands over with a photo that stays on the phone. */
beforeEach(async () => {
  delivery = good(await crew.step(crew.kim, await crew.assigned(), "collect", "succeed", bare));
  phone = openPhone(world, crew.kim);
  proofId = randomUUID();
  const proofs = [{ id: proofId, kind: "photo", sha256, bytes: 9 }];
  phone.tap("succeed", phone.ended(delivery, "deliver", { recipientName: "Rita", proofs }));
  good(await phone.send());
});

async function found(): Promise<Exception | undefined> {
  const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, { limit: 100 }));
  const row = items.find((one) => one.delivery?.id === delivery.id);
  return row && good(await crew.bo.call(exceptionsApi.readException, { id: row.id }));
}
async function pass(ms: number): Promise<Exception | undefined> {
  world.now += ms;
  await checkProofs(world.db, world.now);
  await checkProofs(world.db, world.now);
  return found();
}
const send = () =>
  crew.kim.call(deliveriesApi.keepProof, {
    id: delivery.id,
    taskId: taskIdOf(delivery, "deliver"),
    proofId,
    kind: "photo",
    takenAt: toIso(world.now),
    image,
  });
const asked = async () => good(await phone.send({ dayTag: null })).day?.asked;

test("a picture that was named and has not come after two hours is told to the office, until it comes", async () => {
  expect(await pass(PICTURE_LATE_MS - 1_000)).toBeUndefined();
  expect(await pass(2_000)).toMatchObject({
    kind: "proof_missing",
    facts: { missing: "photo", named: 1 },
    courier: { name: "Kim Kurier" },
    resolutions: ["ask-courier", "accept"],
  });
  good(await send());
  await world.settled();
  expect(await found()).toBeUndefined();
  expect(await pass(PICTURE_LATE_MS)).toBeUndefined();
});

test("a courier who is asked sees it with the next call, and two hours later the office has it again", async () => {
  const open = await pass(PICTURE_LATE_MS + 1_000);
  expect(await asked()).toEqual([]);
  const resolution = "ask-courier" as const;
  good(await crew.bo.call(exceptionsApi.resolveException, { id: open?.id ?? "", resolution, note: null }));
  expect(await asked()).toEqual([{ number: delivery.number, kinds: ["photo"] }]);
  expect(await pass(PICTURE_LATE_MS - 1_000)).toBeUndefined();
  expect(await pass(2_000)).toMatchObject({
    id: open?.id,
    history: [{ what: "opened" }, { what: "resolved", resolution }, { what: "reopened" }],
  });
  good(await send());
  await world.settled();
  expect(await found()).toBeUndefined();
  expect(await asked()).toEqual([]);
});

test("what the office accepted without its picture stays so", async () => {
  const open = await pass(PICTURE_LATE_MS + 1_000);
  good(
    await crew.bo.call(exceptionsApi.resolveException, {
      id: open?.id ?? "",
      resolution: "accept",
      note: null,
    }),
  );
  expect(await pass(PICTURE_LATE_MS * 2)).toBeUndefined();
});

test("a proof that was never taken can only be accepted", async () => {
  const other = good(await crew.step(crew.kim, await crew.assigned(), "collect", "succeed", bare));
  good(await crew.step(crew.kim, other, "deliver", "succeed", { ...bare, offline: true }));
  await world.settled();
  delivery = other;
  expect(await found()).toMatchObject({
    facts: { missing: "recipient_name,photo_or_signature" },
    resolutions: ["accept"],
  });
});
