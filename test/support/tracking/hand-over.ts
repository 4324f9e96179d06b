import { randomUUID } from "node:crypto";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Address } from "#features/places/contract/api.ts";
import { trackingApi } from "#features/tracking/contract/api.ts";
import type { Payer } from "../paying/money-by-wire.ts";
import { giveWork } from "../courier/give-work.ts";
import { photo } from "../people/photo.ts";
import { callWire } from "../processes/product.ts";
import { signIn } from "../sign-in/sign-in.ts";
import { productUrl } from "../web/browser.ts";

/**
 * Delivers one more of Carla's with a photo, as the office reports it.
 *
 * @param meanwhile what happens before it is handed over, given a link of before
 * @returns a link made afterwards, and where it went
 */
export async function handedOver(
  who: Payer = {},
  meanwhile?: (path: string) => Promise<void>,
): Promise<{ readonly path: string; readonly to: Address }> {
  const url = productUrl();
  const office = { token: await signIn(url, "bo") };
  const stops = await giveWork(1, who);
  const id = stops[0]?.deliveryId ?? "";
  const taskOf = (kind: string) => stops.find((one) => one.kind === kind)?.taskId ?? "";
  const now = () => new Date().toISOString();
  const succeed = (kind: string, proofIds: string[], recipientName: string | null) =>
    callWire(
      url,
      deliveriesApi.performTask,
      {
        id,
        command: {
          commandId: randomUUID(),
          occurredAt: now(),
          taskId: taskOf(kind),
          type: "succeed",
          recipientName,
          note: null,
          proofIds,
        },
      },
      office,
    );
  await succeed("collect", [], null);
  await meanwhile?.((await callWire(url, trackingApi.shareDelivery, { id }, office)).path);
  const kept = await callWire(
    url,
    deliveriesApi.keepProof,
    {
      id,
      proofId: randomUUID(),
      taskId: taskOf("deliver"),
      kind: "photo",
      takenAt: now(),
      image: await photo(640, 480),
    },
    office,
  );
  await succeed("deliver", [kept.id], "Rita");
  const { path } = await callWire(url, trackingApi.shareDelivery, { id }, office);
  const { dropoff } = await callWire(url, deliveriesApi.readDelivery, { id }, office);
  return { path, to: dropoff };
}
