import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { reasonsApi } from "#features/reasons/contract/api.ts";
import { type ReasonTerms, writableReason } from "#features/reasons/contract/shapes.ts";
import { newReason, NO_NAMES } from "#features/reasons/domain/terms.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import { type Phone, openPhone } from "#test/support/courier/phone.ts";
import { good } from "#test/support/people/booking.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";
import { courierApi } from "../../contract/api.ts";

const { world, crew, ada } = useWorld({ crew: true, people: { ada: ["Ada Admin", "org-admin"] } });
const CODE = "own_dogbarks";
let phone: Phone;
let delivery: Delivery;
beforeEach(async () => {
  world.now += MINUTE_MS;
  phone = openPhone(world, crew.kim);
  delivery = await crew.collected();
});

/** Changes the company's own reason, which is made where there is none yet. */
async function change(terms: Partial<ReasonTerms>): Promise<void> {
  const { version, reasons } = good(await ada.call(reasonsApi.readReasons, {}));
  const own = reasons.find(({ code }) => code === CODE) ?? {
    ...writableReason(newReason("dropoff", "dogbarks")),
    names: { ...NO_NAMES, en: "A dog in the yard" },
  };
  const others = reasons.filter(({ code }) => code !== CODE);
  good(await ada.call(reasonsApi.editReasons, { version, reasons: [...others, { ...own, ...terms }] }));
}
const fail = (reason: string) => phone.tap("fail", { ...phone.ended(delivery, "deliver"), reason });

async function verdicts(): Promise<string[]> {
  const { results } = good(await phone.send());
  return results.map(({ verdict, code }) => (code === null ? verdict : `${verdict} ${code}`));
}
async function recorded() {
  const taskId = taskIdOf(delivery, "deliver");
  const task = (await crew.read(crew.bo, delivery.id)).tasks.find(({ id }) => id === taskId);
  return { state: task?.state, reason: task?.outcome?.reason, fault: task?.outcome?.fault };
}
const missing = () =>
  world.run(
    sql<{ missing: string }>`select facts ->> 'missing' as missing from exception
      where delivery_id = ${delivery.id} and kind = 'proof_missing'`,
  );

test("the day brings the company's reasons, with each sync again", async () => {
  await change({ isOn: true, proofs: ["photo"] });
  const day = good(await crew.kim.call(courierApi.readDay, {}));
  expect(day.reasons?.find(({ code }) => code === CODE)).toMatchObject({ isOn: true, proofs: ["photo"] });
  await change({ isOn: false });
  const { day: later } = good(await phone.send());
  expect(later?.reasons?.find(({ code }) => code === CODE)?.isOn).toBe(false);
});

test("a reason that was switched off or renamed while the phone had no network is accepted all the same", async () => {
  await change({ isOn: true, proofs: [], fault: "recipient" });
  fail(CODE);
  world.now += MINUTE_MS;
  await change({ isOn: false, names: { ...NO_NAMES, en: "A big dog" } });
  expect(await verdicts()).toEqual(["accepted"]);
  expect(await recorded()).toEqual({ state: "failed", reason: CODE, fault: "recipient" });
  expect(await missing()).toEqual([]);
});

test("a proof that a reason asks for since does not undo what the courier did, and the desk is told", async () => {
  await change({ isOn: true, proofs: [] });
  fail(CODE);
  await change({ proofs: ["photo", "note"] });
  expect(await verdicts()).toEqual(["accepted"]);
  expect(await recorded()).toMatchObject({ state: "failed", reason: CODE });
  expect(await missing()).toEqual([{ missing: "photo,note" }]);
});

test("a correction of a phone takes an own reason that is off by now", async () => {
  await change({ isOn: true, proofs: [] });
  phone.tap("succeed", { ...phone.ended(delivery, "deliver"), recipientName: "Rita" });
  const said = { to: "failed", reason: CODE, recipientName: null, note: null };
  phone.tap("correct", { deliveryId: delivery.id, taskId: taskIdOf(delivery, "deliver"), ...said });
  await change({ isOn: false });
  expect(await verdicts()).toEqual(["accepted", "accepted"]);
  expect(await recorded()).toMatchObject({ state: "failed", reason: CODE });
});

test("a code that no reason ever had is refused for a person to see", async () => {
  fail("own_unknown");
  expect(await verdicts()).toEqual(["refused deliveries.reason-unknown"]);
  expect((await recorded()).state).toBe("assigned");
});
