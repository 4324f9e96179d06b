import type { Actor } from "#kernel/actor.ts";
import { Refusal } from "#kernel/refusal.ts";

/** The courier behind a call. @throws Refusal `courier.no-courier` */
export function courierOf(actor: Actor): string {
  if (!actor.courierId) throw new Refusal("courier.no-courier");
  return actor.courierId;
}
