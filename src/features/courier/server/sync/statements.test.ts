import { expect, test } from "vitest";
import { openPhone } from "#test/support/courier/phone.ts";
import { taskIdOf } from "#test/support/people/crew.ts";
import { useWorld } from "#test/support/use-world.ts";

const { world, crew } = useWorld({ crew: true });

/** Messages of a call without commands: the phone's row, the epoch and the day with the office's notes. */
const CALL = 13;
/** Messages of one fact: a transaction of its own, its claim and verdict, the payment's guard, what `runCommand` writes, and the jobs that follow. */
const FACT = 14;
/** Messages of one command that was judged before. */
const KNOWN = 3;

test("each command of a call costs the same messages, however many there are", async () => {
  const phone = openPhone(world, crew.kim);
  const messages = async (send: () => Promise<{ status: number }> = () => phone.send()) =>
    (await world.db.countStatements(async () => expect((await send()).status).toBe(200))).statements;
  const start = async () => {
    const delivery = await crew.assigned();
    phone.tap("start", { deliveryId: delivery.id, taskId: taskIdOf(delivery, "collect") });
  };
  await start();
  await phone.send();
  const empty = await messages();
  await start();
  const one = await messages();
  for (let nth = 0; nth < 20; nth += 1) await start();
  const twenty = await messages();
  const again = await messages(() => phone.sendAgain());
  expect(empty).toBeLessThanOrEqual(CALL);
  expect(one - empty).toBeLessThanOrEqual(FACT);
  expect(twenty - empty).toBe(20 * (one - empty));
  expect(again - empty).toBeLessThanOrEqual(20 * KNOWN);
});
