import { sql } from "kysely";
import type { World } from "../world.ts";

/** Movements of a payment's money at the sandbox bank in their order: "hold 1190", "capture 300". */
export async function movementsOf(world: World, paymentId: string): Promise<string[]> {
  const moved = await world.run(sql<{ text: string }>`
    select m.kind || ' ' || m.amount_minor as text from sandbox_bank.movement m
    join sandbox_bank.intent i on i.id = m.intent_id where i.payment_id = ${paymentId} order by m.id`);
  return moved.map(({ text }) => text);
}
