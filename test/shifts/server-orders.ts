import { decide } from "#features/deliveries/domain/decide.ts";
import { newDelivery } from "#features/deliveries/domain/delivery.ts";
import { evolve } from "#features/deliveries/domain/evolve.ts";
import { faultsOf } from "#test/support/people/delivery-faults.ts";
import { DEFAULT_POLICY } from "#features/deliveries/domain/policy.ts";
import { CASH_SHARE, CASH_STOPS, owedAt, reprice } from "./hands/cash.ts";
import { PIN_NEEDS, PIN_SHARE } from "./hands/pins.ts";
import { PARCELS } from "./hands/parcels.ts";
import type { Orders } from "./office.ts";
import type { Data } from "./server-db.ts";
import type { Truth } from "./truth.ts";
import type { World } from "./world.ts";

/** The office's side of the memory server, by the product's rules. */
export function makeOrders(world: World, truth: Truth, data: () => Data): Orders {
  const actor = { role: "dispatcher", courierId: null } as const;
  return {
    ids: () => [...data().deliveries.keys()],
    deliveryOf: async (id) => data().deliveries.get(id),
    run: async (id, command) => {
      const before = data().deliveries.get(id);
      if (!before) return;
      const context = { actor, now: world.now(), policy: DEFAULT_POLICY, newTaskId: world.newId("task") };
      const after = decide(before, command, context).reduce(evolve, before);
      data().deliveries.set(id, after);
      for (const fault of faultsOf(after)) world.broke(14, fault);
    },
    book: async () => {
      const id = world.newId("delivery");
      const [collectTaskId, deliverTaskId] = [world.newId("task"), world.newId("task")];
      const booked = { ...newDelivery({ id, collectTaskId, deliverTaskId }), parcelCodes: PARCELS };
      const hasPin = world.dice.chance(PIN_SHARE);
      data().deliveries.set(id, hasPin ? { ...booked, proofNeeds: PIN_NEEDS } : booked);
      if (hasPin) {
        const pin = `${world.dice.between(0, 9_999)}`.padStart(4, "0");
        truth.pins.set(id, pin);
        data().pins.set(id, pin);
      }
      if (world.dice.chance(CASH_SHARE)) data().cash.set(id, owedAt(world.dice.pick(CASH_STOPS)));
      data().addressTags.set(id, "a1");
      return id;
    },
    reprice: async (id, minor) => reprice(data(), id, minor),
    readdress: async (id) => void data().addressTags.set(id, `a${world.now()}`),
  };
}
