import { courierApi } from "#features/courier/contract/api.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { dispatchApi } from "#features/dispatch/contract/api.ts";
import { boardOf } from "#features/dispatch/contract/board.ts";
import { type Payer, moneyByWire } from "#test/support/paying/money-by-wire.ts";
import { callWire } from "#test/support/processes/product.ts";
import { signIn } from "#test/support/sign-in/sign-in.ts";
import { productUrl } from "#test/support/web/browser.ts";

/** Books so many deliveries and gives them to Carla, who has them today. @returns their stops */
export async function giveWork(count: number, who: Payer = {}, url = productUrl()): Promise<CourierStop[]> {
  const token = await signIn(url, "bo");
  const board = boardOf(await callWire(url, dispatchApi.readBoard, {}, { token }));
  const carla = board.couriers.find(({ name }) => name.startsWith("Carla"));
  if (!carla) throw new Error("the demo has no Carla");
  const mine = await signIn(url, "carla");
  let { revision } = carla.route;
  const given: string[] = [];
  const town = moneyByWire(url);
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
    const after = await callWire(url, dispatchApi.editPlan, { edit }, { token });
    revision = boardOf(after).couriers.find((one) => one.id === carla.id)?.route.revision ?? revision;
    given.push(id);
  }
  const { stops } = await callWire(url, courierApi.readDay, {}, { token: mine });
  const own = stops.filter(({ deliveryId }) => given.includes(deliveryId));
  if (own.length !== 2 * count) throw new Error("what was booked is not today's work");
  return own;
}

/** Books a delivery that Carla has collected already. @returns its stop at the recipient's door */
export async function stopToDeliver(): Promise<CourierStop> {
  const stops = await giveWork(1);
  const token = await signIn(productUrl(), "carla");
  const [collect, deliver] = ["collect", "deliver"].map((kind) => stops.find((one) => one.kind === kind));
  if (!collect || !deliver) throw new Error("a delivery without its two stops");
  const head = { commandId: crypto.randomUUID(), occurredAt: new Date().toISOString(), offline: false };
  const end = { ...head, type: "succeed" as const, taskId: collect.taskId, recipientName: null, note: null };
  const command = { ...end, proofIds: [] };
  await callWire(productUrl(), deliveriesApi.performTask, { id: deliver.deliveryId, command }, { token });
  return deliver;
}
