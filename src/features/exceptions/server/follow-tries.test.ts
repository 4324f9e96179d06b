import { expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { codeOf, good } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { exceptionsApi } from "../contract/api.ts";
import type { Exception, ExceptionRow } from "../contract/api.ts";
import { followDelivery } from "./follow-deliveries.ts";

const { world, crew } = useWorld({ crew: true, eachTestAtTen: true });

/** Follows every event of a delivery so far, as the jobs do. */
async function follow({ id }: Pick<Delivery, "id">): Promise<void> {
  const { version } = await crew.read(crew.bo, id);
  for (let seq = 1; seq <= version; seq += 1)
    await followDelivery(world.db, { orgId: world.orgId, deliveryId: id, seq }, world.now);
}
const openOf = async ({ id }: Delivery): Promise<ExceptionRow[]> =>
  good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "try_failed", limit: 100 })).items.filter(
    (row) => row.delivery?.id === id,
  );
const fail = async (delivery: Delivery, reason: string, kind: "deliver" | "collect" = "deliver") =>
  good(await crew.step(crew.kim, delivery, kind, "fail", { note: null, proofIds: [], reason }));
const missed = async (reason = "recipient_absent") => {
  const delivery = await fail(await crew.collected(), reason);
  await follow(delivery);
  return delivery;
};
const read = async (delivery: Delivery): Promise<Exception> => {
  const [row] = await openOf(delivery);
  return good(await crew.bo.call(exceptionsApi.readException, { id: row?.id ?? "" }));
};
const resolve = async (
  delivery: Delivery,
  resolution: Exception["resolutions"][number],
  note: string | null = null,
) => {
  const { id } = await read(delivery);
  return crew.bo.call(exceptionsApi.resolveException, { id, resolution, note });
};

test("a try that failed opens one exception with its reason, however often it is followed", async () => {
  const delivery = await missed("closed");
  await follow(delivery);
  const [row, ...more] = await openOf(delivery);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    task: { id: taskIdOf(delivery, "deliver") },
    courier: { name: "Kim Kurier" },
    owner: null,
  });
  expect((await read(delivery)).facts).toMatchObject({ cause: "closed", tryNo: 1 });
});

test.each([
  ["recipient_absent", "try-again"],
  ["refused", "send-back"],
])("the reason's usual next step comes first: %s, %s", async (reason, first) => {
  const { resolutions } = await read(await missed(reason));
  expect(resolutions[0]).toBe(first);
  expect(resolutions).toEqual(expect.arrayContaining(["try-again", "leave-neighbour", "send-back"]));
});

test.each([
  ["try-again", "collected"],
  ["send-back", "returning"],
  ["keep-at-hub", "attempt_failed"],
  ["dismiss", "attempt_failed"],
] as const)("%s settles it by one press, and the delivery is %s", async (resolution, state) => {
  const delivery = await missed();
  good(await resolve(delivery, resolution));
  expect((await crew.read(crew.bo, delivery.id)).state).toBe(state);
  await follow(delivery);
  expect(await openOf(delivery)).toEqual([]);
});

test("another try may leave it with the neighbour whom the note names", async () => {
  const delivery = await missed();
  expect(codeOf(await resolve(delivery, "leave-neighbour"))).toBe("422 exceptions.note-missing");
  good(await resolve(delivery, "leave-neighbour", "Müller, ground floor"));
  const after = await crew.read(crew.bo, delivery.id);
  expect(after).toMatchObject({ state: "collected" });
  expect(after.timeline.some(({ type }) => type === "delivery.edited")).toBe(true);
});

test.each([
  ["another try", (delivery: Delivery) => crew.handle(delivery, "retry")],
  ["the way back", (delivery: Delivery) => crew.handle(delivery, "send_back")],
  ["the loss", (delivery: Delivery) => crew.handle(delivery, "lose")],
])("it closes by itself once the delivery goes on: %s", async (_how, go) => {
  const delivery = await missed();
  const { id } = await read(delivery);
  world.now += MINUTE_MS;
  good(await go(delivery));
  await follow(delivery);
  expect(await openOf(delivery)).toEqual([]);
  const closed = good(await crew.bo.call(exceptionsApi.readException, { id }));
  expect(closed.resolution).toBe("by-itself");
});

test("each try has its own, and a pickup that failed has one, too", async () => {
  const delivery = await missed();
  good(await resolve(delivery, "try-again"));
  const again = await crew.give(await crew.read(crew.bo, delivery.id), crew.kim);
  world.now += MINUTE_MS;
  await fail(again, "no_access");
  await follow(delivery);
  expect((await read(delivery)).facts).toMatchObject({ cause: "no_access", tryNo: 2 });
  const pickup = await fail(await crew.assigned(), "not_ready", "collect");
  await follow(pickup);
  expect((await read(pickup)).facts).toMatchObject({ cause: "not_ready" });
});
