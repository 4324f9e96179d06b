import { HOUR_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import {
  CARLA,
  DMITRI,
  ELIF,
  FARIS,
  after,
  assign,
  delivered,
  handled,
  done,
  failed,
  story,
  told,
  way,
} from "./story.ts";
import { atOneDoor } from "./one-door.ts";
import type { Story } from "./story.ts";

/** Deliveries under way right now: each courier under way with one thing, others aboard, some in trouble. */
const underWay = (now: Instant): Story[] => [
  story(
    "en_route_to_pickup",
    now,
    { booked: 250, wanted: 25 },
    assign(now, -90, CARLA),
    way(now, 9, "collect", CARLA).slice(0, 1),
  ),
  story(
    "at_pickup",
    now,
    { booked: 255, wanted: 10 },
    assign(now, -85, DMITRI),
    way(now, 1, "collect", DMITRI),
    [{ does: "surcharge", minor: 450, at: after(now, -1) }],
  ),
  story(
    "out_for_delivery",
    now,
    { booked: 270, wanted: -15 },
    assign(now, -120, ELIF),
    done(now, -38, "collect", ELIF),
    way(now, 7, "deliver", ELIF).slice(0, 1),
  ),
  story(
    "out_for_delivery",
    now,
    { booked: 262, wanted: 5 },
    assign(now, -118, ELIF),
    done(now, -24, "collect", ELIF),
    way(now, 12, "deliver", ELIF).slice(0, 1),
  ),
  story(
    "at_dropoff",
    now,
    { booked: 268, wanted: -30 },
    assign(now, -130, FARIS),
    done(now, -33, "collect", FARIS),
    way(now, 1, "deliver", FARIS),
  ),
];

const aboard = (now: Instant): Story[] => [
  ...[ELIF, FARIS, DMITRI].map((courier, n) =>
    story(
      "collected",
      now,
      { booked: 275 - n * 6, wanted: 15 + n * 20 },
      assign(now, -110 + n, courier),
      done(now, -60 + n * 4, "collect", courier),
    ),
  ),
  ...atOneDoor(now),
  // Carla had collected it without a network when Bo gave it to Dmitri: the fact stands, the plan is in conflict.
  story("collected", now, { booked: 260, wanted: 30 }, assign(now, -100, CARLA), assign(now, -52, DMITRI), [
    { does: "succeed", kind: "collect", courier: CARLA, offline: true, at: after(now, -50) },
  ]),
  story(
    "at_hub",
    now,
    { booked: 420, wanted: -90 },
    assign(now, -300, DMITRI),
    done(now, -200, "collect", DMITRI),
    handled(now, -150, "to_hub"),
  ),
  story(
    "at_hub",
    now,
    { booked: 380, wanted: 60 },
    assign(now, -310, CARLA),
    done(now, -190, "collect", CARLA),
    handled(now, -140, "to_hub"),
  ),
];

const inTrouble = (now: Instant, yesterday: Instant): Story[] => [
  story(
    "pickup_failed",
    now,
    { booked: 290, wanted: -35 },
    assign(now, -200, CARLA),
    failed(now, -70, "collect", { courier: CARLA, reason: "not_ready" }),
  ),
  story(
    "pickup_failed",
    now,
    { booked: 310, wanted: -20 },
    assign(now, -210, FARIS),
    failed(now, -95, "collect", { courier: FARIS, reason: "pickup_closed" }),
  ),
  story(
    "attempt_failed",
    now,
    { booked: 330, wanted: -80 },
    assign(now, -240, ELIF),
    done(now, -130, "collect", ELIF),
    failed(now, -82, "deliver", { courier: ELIF, reason: "recipient_absent" }),
  ),
  story(
    "attempt_failed",
    now,
    { booked: 350, wanted: -110 },
    assign(now, -250, FARIS),
    done(now, -160, "collect", FARIS),
    failed(now, -112, "deliver", { courier: FARIS, reason: "no_access" }),
  ),
  story(
    "attempt_failed",
    yesterday,
    { booked: 300, wanted: -30 },
    assign(yesterday, -240, DMITRI),
    done(yesterday, -60, "collect", DMITRI),
    failed(yesterday, -10, "deliver", { courier: DMITRI, reason: "address_not_found" }),
  ),
  story(
    "returning",
    now,
    { booked: 400, wanted: -170 },
    assign(now, -330, FARIS),
    done(now, -230, "collect", FARIS),
    failed(now, -175, "deliver", { courier: FARIS, reason: "refused" }),
    handled(now, -165, "send_back"),
    assign(now, -160, FARIS),
  ),
  story(
    "returning",
    yesterday,
    { booked: 320, wanted: -60 },
    assign(yesterday, -260, CARLA),
    done(yesterday, -120, "collect", CARLA),
    failed(yesterday, -55, "deliver", { courier: CARLA, reason: "address_wrong" }),
    handled(yesterday, -20, "send_back"),
  ),
];

const ended = (now: Instant, yesterday: Instant, earlier: Instant): Story[] => [
  story(
    "returned",
    yesterday,
    { booked: 400, wanted: -150 },
    assign(yesterday, -330, ELIF),
    done(yesterday, -210, "collect", ELIF),
    failed(yesterday, -140, "deliver", { courier: ELIF, reason: "refused" }),
    handled(yesterday, -130, "send_back"),
    assign(yesterday, -125, ELIF),
    done(yesterday, -70, "return", ELIF),
  ),
  story(
    "returned",
    earlier,
    { booked: 420, wanted: -170 },
    assign(earlier, -340, DMITRI),
    done(earlier, -230, "collect", DMITRI),
    failed(earlier, -160, "deliver", { courier: DMITRI, reason: "refused" }),
    handled(earlier, -150, "send_back"),
    assign(earlier, -140, DMITRI),
    done(earlier, -80, "return", DMITRI),
  ),
  story("cancelled", now, { booked: 130, wanted: 170 }, [
    { does: "cancel", by: "sender", at: after(now, -100) },
  ]),
  story("cancelled", now, { booked: 300, wanted: 45 }, assign(now, -200, CARLA), [
    { does: "cancel", by: "sender", at: after(now, -115) },
  ]),
  story(
    "cancelled",
    now,
    { booked: 320, wanted: -40 },
    assign(now, -220, DMITRI),
    way(now, -100, "collect", DMITRI).slice(0, 1),
    [{ does: "cancel", by: "sender", at: after(now, -105) }],
  ),
  story(
    "cancelled",
    earlier,
    { booked: 300, wanted: -60 },
    assign(earlier, -230, FARIS),
    failed(earlier, -90, "collect", { courier: FARIS, reason: "parcel_missing" }),
    [{ does: "cancel", by: "dispatcher", at: after(earlier, -60) }],
  ),
  story(
    "lost",
    earlier,
    { booked: 340, wanted: -80 },
    assign(earlier, -260, FARIS),
    done(earlier, -120, "collect", FARIS),
    handled(earlier, 60, "lose"),
  ),
  story(
    "lost",
    yesterday,
    { booked: 360, wanted: -100 },
    assign(yesterday, -270, DMITRI),
    done(yesterday, -130, "collect", DMITRI),
    handled(yesterday, -40, "to_hub"),
    handled(yesterday, 90, "lose"),
  ),
  ...[yesterday, earlier].map((base) =>
    story(
      "disposed",
      base,
      { booked: 350, wanted: -100, disposable: true },
      assign(base, -280, CARLA),
      done(base, -150, "collect", CARLA),
      failed(base, -90, "deliver", { courier: CARLA, reason: "refused_damaged" }),
      handled(base, -30, "to_hub"),
      handled(base, 20, "dispose"),
    ),
  ),
  // A wrong tap, put right after two minutes.
  story(
    "delivered",
    now,
    { booked: 340, wanted: -125 },
    assign(now, -260, ELIF),
    done(now, -150, "collect", ELIF),
    failed(now, -104, "deliver", { courier: ELIF, reason: "recipient_absent" }),
    [{ does: "correct", kind: "deliver", courier: ELIF, at: after(now, -102) }],
  ),
  // No one at home on the first day, delivered on the second.
  story(
    "delivered",
    yesterday,
    { booked: 1_700, wanted: -1_440 },
    assign(yesterday, -1_640, FARIS),
    done(yesterday, -1_480, "collect", FARIS),
    failed(yesterday, -1_400, "deliver", { courier: FARIS, reason: "recipient_absent" }),
    handled(yesterday, -1_300, "retry"),
    assign(yesterday, -120, FARIS),
    done(yesterday, -30, "deliver", FARIS),
  ),
  ...[-64, -90, -110, -128, -166, -205, -225, -245].map((minutes, n) =>
    delivered(after(now, minutes), n % 4, n === 0 ? "asap_60" : "scheduled"),
  ),
  ...[20, -70].map((minutes, n) => delivered(after(yesterday, minutes), (n + 1) % 4)),
  ...[-40].map((minutes) => delivered(after(earlier, minutes), 2)),
  ...afterwards(yesterday, earlier),
];

/** Delivered, with a later change of the money: a partial refund, one that the bank returned, and a dispute. */
const afterwards = (yesterday: Instant, earlier: Instant): Story[] => [
  told(delivered(after(yesterday, 110), 3), { does: "give_back", minor: 250, reason: "late" }, 40),
  {
    ...told(delivered(after(earlier, 50), 3), { does: "give_back", minor: 400, reason: "damaged" }, 65),
    card: "sent_back",
  },
  { ...delivered(after(earlier, 130), 0), card: "disputed" },
];

const ahead = (now: Instant): Story[] => [
  ...[40, 95, 140, 200].map((minutes, n) =>
    story("assigned", now, { booked: 215 - n * 5, wanted: minutes }, assign(now, -30 + n * 2, n % 4)),
  ),
  story("created", now, { booked: 260, wanted: -55 }),
  story("created", now, { level: "asap_60", booked: 4, wanted: 15 }),
  ...[45, 105, 150, 220, 300].map((minutes, n) =>
    story("created", now, { booked: 190 - n * 20, wanted: minutes }),
  ),
  story("created", now, { level: "next_day", booked: 65, wanted: 20 * 60 }),
  story("created", now, { booked: 90, wanted: 26 * 60 }),
];

/**
 * Sixty deliveries around now, in all sixteen states.
 *
 * @param yesterday, earlier some hour of the afternoon one day and four days ago
 */
export const storiesAround = (now: Instant, yesterday: Instant, earlier: Instant): Story[] => [
  ...underWay(now),
  ...aboard(now),
  ...inTrouble(now, yesterday),
  ...ended(now, yesterday, earlier),
  ...ahead(now),
];

/** How long before now the couriers came on duty. */
export const ON_DUTY_MS = 6 * HOUR_MS;
