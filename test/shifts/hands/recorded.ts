import type { Entry } from "#kernel/outbox/outbox.ts";
import type { Phone } from "../phone.ts";
import { Full } from "../quota.ts";
import type { Truth } from "../truth.ts";
import type { World } from "../world.ts";

/** Records the entries in one press. @returns nothing where the phone says that it did not save */
export async function recorded(
  { world, truth }: { readonly world: World; readonly truth: Truth },
  phone: Phone,
  entries: readonly Entry[],
): Promise<readonly string[] | undefined> {
  try {
    const saved = await phone.record(entries);
    for (const id of saved) {
      const tap = truth.taps.get(id);
      if (tap) tap.isShown = true;
      else world.broke(1, "shown as saved without a stored command");
    }
    return saved;
  } catch (error) {
    if (error instanceof Full) return undefined;
    throw error;
  }
}
