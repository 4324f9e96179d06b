import { quotesApi } from "#features/quotes/contract/api.ts";
import type { Address } from "#features/places/contract/api.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Dice } from "#engines/town/dice.ts";
import type { Addresses } from "./addresses.ts";
import type { ApiCaller } from "./api-caller.ts";
import type { Cast } from "./cast.ts";
import type { DemoActions } from "./demo-actions.ts";
import { DOORBELLS, LOADS, NEIGHBOURS, NOTES, phoneOf } from "./names.ts";

/** Neighbours who book now and then. */
export interface Bookings {
  /** @returns the delivery. @throws Refusal where what they want is not offered */
  book(): Promise<string>;
  /** Books where it is time. @returns how many were booked: 0 or 1 */
  step(simNow: Instant): Promise<number>;
}

export interface BookingsParts {
  readonly api: ApiCaller;
  readonly actions: DemoActions;
  readonly cast: () => Cast;
  readonly addresses: Addresses;
  readonly dice: Dice;
}

const BOOKING_TRIES = 5;
/** Simulated time between two bookings: about as many as four couriers can ride. */
const PAUSE_MS = { from: 2 * MINUTE_MS, to: 6 * MINUTE_MS };

export function bookingsOf({ api, actions, cast, addresses, dice }: BookingsParts): Bookings {
  let nextAt: Instant | undefined;
  const pause = (): number => dice.between(PAUSE_MS.from, PAUSE_MS.to);
  const home = (): Address => ({
    ...dice.pick(addresses.homes),
    detail: dice.chance(0.6) ? dice.pick(DOORBELLS) : null,
  });
  const bookOnce = async (): Promise<string> => {
    const { windows } = await api.call({ actor: cast().bo }, quotesApi.offerWindows, {});
    const soon = windows.filter((one) => one.serviceLevel !== "next_day").slice(0, 3);
    const { serviceLevel, window } = dice.pick(soon.length > 0 ? soon : windows);
    const byAda = dice.chance(0.2);
    const shop = dice.pick(addresses.shops);
    const contact = (name: string) => ({
      name,
      phone: phoneOf(Math.floor(dice.roll() * 900)),
      email: null,
      note: "",
    });
    const { deliveryId } = await actions.book({
      sender: contact(byAda ? "Ada Lindqvist" : shop.name),
      recipient: { ...contact(dice.pick(NEIGHBOURS)), note: dice.pick(NOTES) },
      pickup: shop.address,
      dropoff: home(),
      parcels: dice.pick(LOADS),
      serviceLevel,
      window,
      byAda,
      card: "plain",
    });
    return deliveryId;
  };
  /** Too heavy for that service, or the window closed meanwhile: the neighbour thinks again. */
  const book = async (tries = BOOKING_TRIES): Promise<string> => {
    try {
      return await bookOnce();
    } catch (error) {
      if (!(error instanceof Refusal) || tries === 1) throw error;
      return book(tries - 1);
    }
  };
  return {
    book: () => book(),
    async step(simNow) {
      nextAt ??= simNow + pause() / 4;
      if (simNow < nextAt) return 0;
      nextAt = simNow + pause();
      try {
        await bookOnce();
        return 1;
      } catch (error) {
        // Too heavy for that service, closed today: the neighbour thinks again.
        if (error instanceof Refusal) return 0;
        throw error;
      }
    },
  };
}
