import { beforeEach, expect, test } from "vitest";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { exceptionsApi } from "#features/exceptions/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { good, head } from "#test/support/people/booking.ts";
import { assign, bare, taskIdOf, unassign } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import type { Caller } from "#test/support/world.ts";

const { world, crew } = useWorld({ crew: true });
let phone: Phone;
let delivery: Delivery;
beforeEach(async () => {
  world.now += MINUTE_MS;
  phone = openPhone(world, crew.kim);
  delivery = await crew.assigned();
});

const correct = () =>
  phone.tap("correct", {
    deliveryId: delivery.id,
    taskId: taskIdOf(delivery, "deliver"),
    to: "succeeded",
    reason: null,
    recipientName: "Rita",
    note: null,
  });

/** Records at the door that nobody was there, and sends it. */
async function fail(): Promise<void> {
  phone.tap("succeed", phone.ended(delivery, "collect"));
  phone.tap("fail", phone.ended(delivery, "deliver", { reason: "recipient_absent" }));
  await phone.send();
}

async function verdicts(): Promise<string[]> {
  return good(await phone.send()).results.map(({ verdict, code }) => `${verdict} ${code ?? ""}`.trim());
}

/** Exception about the refused correction, as the office reads it now. */
async function refused() {
  const { items } = good(await crew.bo.call(exceptionsApi.listExceptions, { kind: "command_refused" }));
  const id = items.find((row) => row.delivery?.id === delivery.id)?.id ?? "";
  return good(await crew.bo.call(exceptionsApi.readException, { id }));
}

/** Records the refused correction for the courier by one press, without a word. */
async function applyIt(): Promise<Delivery> {
  const { id, resolutions } = await refused();
  expect(resolutions[0]).toBe("apply");
  good(await crew.bo.call(exceptionsApi.resolveException, { id, resolution: "apply", note: null }));
  return crew.read(crew.bo, delivery.id);
}

test("a correction that came after the ten minutes is recorded by a dispatcher's one press", async () => {
  await fail();
  world.now += 11 * MINUTE_MS;
  correct();
  expect(await verdicts()).toEqual(["refused deliveries.too-late-to-correct"]);
  expect((await applyIt()).state).toBe("delivered");
});

/** The office plans another try meanwhile, which a courier begins. @returns its task */
async function nextTryOf(courier: Caller): Promise<string> {
  good(await crew.handle(delivery, "retry"));
  const { tasks } = await crew.read(crew.bo, delivery.id);
  const next = tasks.at(-1)?.id ?? "";
  await assign(world, crew.bo, await crew.read(crew.bo, delivery.id), courier, [next]);
  const start = { ...head(world), taskId: next, type: "start", offline: false };
  good(await courier.call(deliveriesApi.performTask, { id: delivery.id, command: start as never }));
  world.now += MINUTE_MS;
  return next;
}

test("a correction after the next try began is refused, and recorded by a dispatcher's one press", async () => {
  await fail();
  correct();
  const next = await nextTryOf(crew.kim);
  expect(await verdicts()).toEqual(["refused deliveries.wrong-state"]);
  const after = await applyIt();
  expect(after.state).toBe("delivered");
  expect(after.tasks.find(({ id }) => id === next)?.state).toBe("cancelled");
});

test("nobody records a late correction while another courier is under way with the parcels", async () => {
  await fail();
  correct();
  const next = await nextTryOf(crew.lee);
  expect(await verdicts()).toEqual(["refused deliveries.wrong-state"]);
  expect((await refused()).resolutions).not.toContain("apply");
  expect(
    await crew.step(crew.bo, delivery, "deliver", "correct", {
      ...bare,
      to: "succeeded",
      reason: null,
      note: "as reported",
    }),
  ).toMatchObject({
    status: 409,
    body: { code: "deliveries.other-courier-begun" },
  });
  expect((await crew.read(crew.bo, delivery.id)).state).toBe("out_for_delivery");
  await unassign(world, crew.bo, delivery, [next]);
  expect((await applyIt()).state).toBe("delivered");
});
