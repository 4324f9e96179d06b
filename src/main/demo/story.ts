import type { DeliveryStateName } from "#features/deliveries/domain/state.ts";
import type { TaskKind } from "#features/deliveries/domain/task-lifecycle.ts";
import type { ServiceLevel } from "#features/quotes/domain/service-levels.ts";
import { MINUTE_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";

/** Something that somebody does with one delivery. `courier` counts the demo's couriers from 0. */
export type Deed =
  | { readonly does: "assign"; readonly courier: number }
  | { readonly does: "start" | "arrive"; readonly kind: TaskKind; readonly courier: number }
  | {
      readonly does: "succeed";
      readonly kind: TaskKind;
      readonly courier: number;
      readonly offline?: true;
    }
  | { readonly does: "fail"; readonly kind: TaskKind; readonly courier: number; readonly reason: string }
  | { readonly does: "correct"; readonly kind: TaskKind; readonly courier: number }
  | { readonly does: "give_back"; readonly minor: number; readonly reason: "late" | "damaged" }
  | { readonly does: "surcharge"; readonly minor: number }
  | { readonly does: "cancel"; readonly by: "sender" | "dispatcher" }
  | { readonly does: "retry" | "send_back" | "to_hub" | "load" | "lose" | "find" | "dispose" };

export type Act = Deed & { readonly at: Instant };

/** Later fate of a payment by this card, apart from being approved. */
export type DemoCard = "plain" | "disputed" | "sent_back";

/** One delivery of the demo, from its booking to the state in which a visitor finds it. */
export interface Story {
  readonly ends: DeliveryStateName;
  readonly level: ServiceLevel;
  readonly bookedAt: Instant;
  /** About when the recipient wants it. */
  readonly wanted: Instant;
  /** Agreed to be disposed of when it cannot be delivered. */
  readonly disposable?: true;
  /** One of several from the same shop for the same person at the same door. */
  readonly sharesDoor?: true;
  readonly card: DemoCard;
  readonly acts: readonly Act[];
}

interface Plot {
  readonly level?: ServiceLevel;
  /** Minutes before `base` of the booking. */
  readonly booked: number;
  /** Minutes from `base` to the promised window. */
  readonly wanted: number;
  readonly disposable?: true;
  readonly sharesDoor?: true;
  readonly card?: DemoCard;
}

export const story = (ends: DeliveryStateName, base: Instant, plot: Plot, ...acts: Act[][]): Story => ({
  ends,
  level: plot.level ?? "scheduled",
  bookedAt: base - plot.booked * MINUTE_MS,
  wanted: base + plot.wanted * MINUTE_MS,
  ...(plot.disposable && { disposable: plot.disposable }),
  ...(plot.sharesDoor && { sharesDoor: plot.sharesDoor }),
  card: plot.card ?? "plain",
  acts: acts.flat(),
});

export const after = (base: Instant, minutes: number): Instant => base + minutes * MINUTE_MS;
export const assign = (base: Instant, minutes: number, courier: number): Act[] => [
  { does: "assign", courier, at: after(base, minutes) },
];
export const handled = (
  base: Instant,
  minutes: number,
  does: "retry" | "send_back" | "to_hub" | "load" | "lose" | "find" | "dispose",
): Act[] => [{ does, at: after(base, minutes) }];
export const way = (base: Instant, minutes: number, kind: TaskKind, courier: number): Act[] => [
  { does: "start", kind, courier, at: after(base, minutes - 16) },
  { does: "arrive", kind, courier, at: after(base, minutes - 3) },
];
export const done = (base: Instant, minutes: number, kind: TaskKind, courier: number): Act[] => [
  ...way(base, minutes, kind, courier),
  { does: "succeed", kind, courier, at: after(base, minutes) },
];
export const failed = (
  base: Instant,
  minutes: number,
  kind: TaskKind,
  { courier, reason }: { readonly courier: number; readonly reason: string },
): Act[] => [
  ...way(base, minutes, kind, courier),
  { does: "fail", kind, courier, reason, at: after(base, minutes) },
];

/** The demo's couriers by their number. */
export const [CARLA, DMITRI, ELIF, FARIS] = [0, 1, 2, 3] as const;

/** Delivered: booked five hours before, assigned after four, delivered at `base`. */
export const delivered = (base: Instant, courier: number, level: ServiceLevel = "scheduled"): Story =>
  level === "asap_60"
    ? story(
        "delivered",
        base,
        { level, booked: 44, wanted: -28 },
        assign(base, -40, courier),
        done(base, -20, "collect", courier),
        done(base, 0, "deliver", courier),
      )
    : story(
        "delivered",
        base,
        { level, booked: 300, wanted: -25 },
        assign(base, -240, courier),
        done(base, -45, "collect", courier),
        done(base, 0, "deliver", courier),
      );

/** The story, with something that is done some minutes after its last act. */
export const told = (story: Story, deed: Deed, minutes: number): Story => ({
  ...story,
  acts: [...story.acts, { ...deed, at: after(story.acts.at(-1)?.at ?? story.bookedAt, minutes) }],
});
