import { call } from "#web/api/call.ts";
import { Problem, isProblem } from "#web/api/problem.ts";
import { proofsApi } from "../contract/api.ts";

/** Longer than that nobody waits at a door: the server compares the PIN when the outcome arrives. */
const WAIT_MS = 4_000;

interface Typed {
  readonly deliveryId: string;
  readonly pin: string;
  /** Room of the page: its words say why a PIN is not taken, without a network too. */
  readonly room: string;
}

/**
 * Compares a typed PIN while there is a network; without an answer it passes.
 *
 * @throws Problem `pin-wrong` or `pin-locked` of the room, at the input `pin`
 */
export async function checkTypedPin({ deliveryId, pin, room }: Typed): Promise<void> {
  if (pin === "") return;
  try {
    await call(proofsApi.checkPin, { id: deliveryId, pin }, { timeoutMs: WAIT_MS });
  } catch (error) {
    for (const reason of ["pin-wrong", "pin-locked"]) {
      if (!isProblem(error, `proofs.${reason}`)) continue;
      const code = `${room}.${reason}`;
      throw new Problem(code, { facts: error.facts, fields: [{ path: "pin", code }] });
    }
  }
}
