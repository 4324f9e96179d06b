import type { Actor } from "#kernel/actor.ts";

/** In which capacity somebody acts on a delivery. An administrator acts as dispatcher. */
export interface Doer {
  readonly role: "sender" | "recipient" | "courier" | "dispatcher" | "system";
  readonly courierId: string | null;
}

/** The strongest capacity that an actor has: dispatcher before courier before sender. */
export function doerOf(actor: Actor): Doer {
  const courierId = actor.courierId ?? null;
  if (actor.kind === "system") return { role: "system", courierId };
  if (actor.kind === "recipient") return { role: "recipient", courierId: null };
  if (actor.roles.includes("dispatcher") || actor.roles.includes("org-admin"))
    return { role: "dispatcher", courierId };
  if (courierId !== null) return { role: "courier", courierId };
  return { role: "sender", courierId };
}
