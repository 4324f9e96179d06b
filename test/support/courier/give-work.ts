import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { type Payer, moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { productUrl } from "#test/support/web/browser.ts";

/** Books so many deliveries and gives them to Carla, who has them today. @returns their stops */
export async function giveWork(count: number, who: Payer = {}): Promise<CourierStop[]> {
  const token = await signIn(productUrl(), "bo");
  const board = boardOf(await callWire(productUrl(), dispatchApi.readBoard, {}, { token }));
  const carla = board.couriers.find(({ name }) => name.startsWith("Carla"));
  if (!carla) throw new Error("the demo has no Carla");
  const mine = await signIn(productUrl(), "carla");
  let { revision } = carla.route;
  const given: string[] = [];
  const town = moneyByWire(productUrl());
  for (let n = 0; n < count; n += 1) {
    const { deliveryId: id } = await town.held(undefined, who);
    const edit = {
      type: "assign" as const,
      commandId: crypto.randomUUID(),
      occurredAt: new Date().toISOString(),
      date: board.date,
      deliveryIds: [id],
      courierId: carla.id,
      beforeTaskId: null,
      seen: [{ courierId: carla.id, revision }],
    };
    const after = await callWire(productUrl(), dispatchApi.editPlan, { edit }, { token });
    revision = boardOf(after).couriers.find((one) => one.id === carla.id)?.route.revision ?? revision;
    given.push(id);
  }
  const { stops } = await callWire(productUrl(), courierApi.readDay, {}, { token: mine });
  const own = stops.filter(({ deliveryId }) => given.includes(deliveryId));
  if (own.length !== 2 * count) throw new Error("what was booked is not today's work");
  return own;
}
