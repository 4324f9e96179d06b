import type { Contact } from "#features/deliveries/contract/shapes.ts";
import { reasonOf } from "#features/parcels/domain/reasons.ts";
import { agreeToDispose } from "#features/deliveries/server/public.ts";
import type { Address, OpeningHours } from "#features/places/contract/api.ts";
import { aheadOf, offerableWindows } from "#features/quotes/domain/windows.ts";
import { toIso } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "#server/db/db.ts";
import type { Dice } from "#engines/town/dice.ts";
import type { Addresses } from "./addresses.ts";
import type { Who } from "./api-caller.ts";
import type { Booking, DemoActions, Picture, TaskDeed } from "./demo-actions.ts";
import { DOORBELLS, LOADS, NEIGHBOURS, NOTES, phoneOf } from "./names.ts";
import type { Step } from "./shifts.ts";
import type { Act, Story } from "./story.ts";

export interface Stage {
  readonly db: Db;
  readonly orgId: string;
  readonly actions: DemoActions;
  readonly addresses: Addresses;
  readonly pictures: { readonly doors: readonly string[]; readonly signatures: readonly string[] };
  readonly dice: Dice;
  readonly timezone: string;
  readonly hours: OpeningHours;
}

interface Made {
  deliveryId: string;
  who: Who;
  recipient: string;
}

/** Steps of one story, each at its time. */
export function stepsOf(story: Story, nth: number, stage: Stage): Step[] {
  const booking = bookingOf(story, nth, stage);
  const made: Partial<Made> = {};
  const book: Step = {
    at: story.bookedAt,
    run: async () => {
      Object.assign(made, await stage.actions.book(booking), { recipient: booking.recipient.name });
      if (story.disposable) await stage.db.as(stage, (tx) => agreeToDispose(tx, made.deliveryId ?? ""));
    },
  };
  const acts = story.acts.map((act, at): Step => ({
    at: act.at,
    run: () =>
      perform(act, whole(made), booking, stage).catch((error: unknown) => {
        throw new Error(`story ${nth} (${story.ends}), act ${at} (${act.does})`, { cause: error });
      }),
  }));
  return [book, ...acts];
}

function whole({ deliveryId, who, recipient }: Partial<Made>): Made {
  if (deliveryId === undefined || who === undefined || recipient === undefined)
    throw new Error("a story began before its booking");
  return { deliveryId, who, recipient };
}

// oxlint-disable-next-line complexity -- one flat case for each deed
function perform(act: Act, made: Made, booking: Booking, stage: Stage): Promise<void> {
  const { actions, timezone } = stage;
  const { deliveryId, who } = made;
  switch (act.does) {
    case "assign": {
      const days = [act.at, Date.parse(booking.window.start)].map((at) => localAt(at, timezone).date);
      return insist(() => actions.assign([deliveryId], act.courier, days.toSorted().at(-1) ?? ""));
    }
    case "start":
    case "arrive":
    case "succeed":
    case "fail":
    case "correct":
      return actions.perform(deliveryId, act.courier, act.kind, deedOf(act, made, stage));
    case "give_back":
      return actions.refund(deliveryId, act.minor, act.reason);
    case "surcharge":
      return actions.surcharge(deliveryId, act.minor);
    case "cancel":
      return actions.cancel(deliveryId, who);
    case "retry":
    case "send_back":
    case "to_hub":
    case "load":
    case "lose":
    case "find":
    case "dispose":
      return actions.handle(deliveryId, act.does, null);
  }
}

/** Another story edited the same route meanwhile: look again, as a dispatcher would. */
async function insist(edit: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      return await edit();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "dispatch.conflict" || tries === 10) throw error;
    }
}

function deedOf(act: Extract<Act, { kind: string }>, { recipient }: Made, stage: Stage): TaskDeed {
  switch (act.does) {
    case "succeed":
      return {
        type: "succeed",
        offline: act.offline === true,
        recipientName: act.kind === "deliver" ? recipient : null,
        proofs: act.kind === "deliver" ? proofsOf(stage) : [],
      };
    case "fail":
      return {
        type: "fail",
        reason: act.reason,
        note: null,
        proofs: (reasonOf(act.kind, act.reason)?.proofs ?? []).length > 0 ? [photoOf(stage)] : [],
      };
    case "correct":
      return { type: "correct", recipientName: recipient };
    case "start":
    case "arrive":
      return { type: act.does };
  }
}

const photoOf = ({ dice, pictures }: Stage): Picture => ({ kind: "photo", image: dice.pick(pictures.doors) });

function proofsOf(stage: Stage): Picture[] {
  const { dice, pictures } = stage;
  const photo = photoOf(stage);
  const signature: Picture = { kind: "signature", image: dice.pick(pictures.signatures) };
  if (dice.chance(0.25)) return [photo, signature];
  return dice.chance(0.6) ? [photo] : [signature];
}

/** Number of the neighbour whose door several deliveries share; no other story has it. */
const SHARED_DOOR = 4;

function bookingOf(story: Story, nth: number, stage: Stage): Booking {
  const { addresses } = stage;
  const booking = aloneOf(story, nth, stage);
  if (!story.sharesDoor) return booking;
  const [shop] = addresses.shops;
  if (!shop) throw new Error("the town has no shops");
  return {
    ...booking,
    sender: contact(shop.name, phoneOf(299), ""),
    recipient: contact(NEIGHBOURS[SHARED_DOOR] ?? "", phoneOf(SHARED_DOOR + 101), booking.recipient.note),
    pickup: shop.address,
    dropoff: { ...home(addresses, 1), detail: DOORBELLS[0] },
    byAda: false,
  };
}

function aloneOf(story: Story, nth: number, { addresses, dice, hours, timezone }: Stage): Booking {
  const byAda = nth % 5 < 2 || story.acts.some((act) => act.does === "cancel" && act.by === "sender");
  const shop = dice.pick(addresses.shops);
  const recipient = NEIGHBOURS[nth % NEIGHBOURS.length] ?? "";
  const sender = byAda ? "Ada Lindqvist" : shop.name;
  return {
    sender: contact(sender, phoneOf(byAda ? 100 : nth + 200), ""),
    recipient: contact(recipient, phoneOf(nth + 101), dice.pick(NOTES)),
    pickup: byAda && dice.chance(0.5) ? home(addresses, 0) : shop.address,
    dropoff: { ...home(addresses, 10 + nth * 3), detail: dice.chance(0.6) ? dice.pick(DOORBELLS) : null },
    parcels: dice.pick(LOADS),
    byAda,
    card: story.card,
    ...windowFor(story, { hours, zone: timezone, now: story.bookedAt }),
  };
}

const home = ({ homes }: Addresses, nth: number): Address => {
  const address = homes[nth % Math.max(1, homes.length)];
  if (!address) throw new Error("the town has no houses");
  return address;
};

const contact = (name: string, number: string, note: string): Contact => ({
  name,
  phone: number,
  email: null,
  note,
});

/** The offered window nearest to the wish, of the wished level if it is offered at all. */
function windowFor(
  { level, wanted }: Pick<Story, "level" | "wanted">,
  when: { readonly hours: OpeningHours; readonly zone: string; readonly now: Instant },
): Pick<Booking, "serviceLevel" | "window"> {
  const offered = offerableWindows({ ...when, ...aheadOf(true) });
  const fits = offered.filter((one) => one.serviceLevel === level);
  const [nearest] = (fits.length > 0 ? fits : offered).toSorted(
    (a, b) => Math.abs(a.window.start - wanted) - Math.abs(b.window.start - wanted),
  );
  if (!nearest) throw new Error("nothing is offered");
  const { start, end } = nearest.window;
  return { serviceLevel: nearest.serviceLevel, window: { start: toIso(start), end: toIso(end) } };
}
