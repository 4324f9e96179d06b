import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import {
  Currency,
  Cursor,
  Id,
  InstantText,
  LocalDate,
  Nothing,
  PageSize,
  page,
  TEXT_LIMITS,
} from "#contract/schemas.ts";
import { PriceRule } from "#features/quotes/contract/price-list.ts";
import { ServiceLevel } from "#features/quotes/contract/shapes.ts";
import { REPLAY_KINDS, REPLAY_STATES } from "../domain/lifecycle.ts";
import { UNPRICED } from "../domain/replay-order.ts";

const Days = z.strictObject({ from: LocalDate, to: LocalDate });
const ZoneCode = z.string().check(z.minLength(1), z.maxLength(TEXT_LIMITS.name));

/** Orders that are priced again: those booked on these days of the area, all or those of a level or a zone. */
const Choice = {
  /** Both included. */
  days: Days,
  level: z.nullable(ServiceLevel),
  /** Collected or delivered there. */
  zone: z.nullable(ZoneCode),
};

export const ReplayLine = z.strictObject({
  id: Id,
  state: z.enum(REPLAY_STATES),
  ...Choice,
  /** Version of the published list that the draft was made on. */
  listVersion: z.int(),
  currency: Currency,
  askedBy: z.nullable(z.string()),
  askedAt: InstantText,
  endedAt: z.nullable(InstantText),
  expiresAt: InstantText,
  /** Orders booked in the span, and those looked at so far. */
  total: z.int(),
  done: z.int(),
});
export type ReplayLine = z.output<typeof ReplayLine>;

/** Orders that the draft prices, in minor units of the company's currency. */
const sums = {
  orders: z.int(),
  more: z.int(),
  less: z.int(),
  same: z.int(),
  was: z.int(),
  now: z.int(),
};
const Sums = z.strictObject(sums);
export type ReplaySums = z.output<typeof Sums>;

export const ReplayOutcome = z.strictObject({
  all: Sums,
  /** Orders without a price by the draft, by the reason. */
  unpriced: z.array(z.strictObject({ reason: z.enum(UNPRICED), detail: z.string(), orders: z.int() })),
  /** Orders by their difference; `bar` counts from "no change". */
  barWidth: z.int(),
  bars: z.array(z.strictObject({ bar: z.int(), orders: z.int(), difference: z.int() })),
  levels: z.array(z.strictObject({ level: z.string(), ...sums })),
  bands: z.array(z.strictObject({ band: z.int(), ...sums })),
  /** Pairs with the most orders; null outside all zones. Empty where no zone is known. */
  zones: z.array(z.strictObject({ from: z.nullable(z.string()), to: z.nullable(z.string()), ...sums })),
});
export type ReplayOutcome = z.output<typeof ReplayOutcome>;

const Customer = z.strictObject({
  /** Of the newest order, which names the customer. */
  orderId: Id,
  name: z.nullable(z.string()),
  orders: z.int(),
  was: z.int(),
  now: z.int(),
});
export type ReplayCustomer = z.output<typeof Customer>;

export const Replay = z.strictObject({
  ...ReplayLine.shape,
  rules: z.array(PriceRule),
  outcome: z.nullable(ReplayOutcome),
  /** Customers who would pay more, and less, the greatest difference first. */
  dearer: z.array(Customer),
  cheaper: z.array(Customer),
});
export type Replay = z.output<typeof Replay>;

export const ReplayOrder = z.strictObject({
  orderId: Id,
  number: z.string(),
  deliveryId: z.nullable(Id),
  customer: z.nullable(z.string()),
  bookedAt: InstantText,
  level: z.string(),
  was: z.int(),
  now: z.nullable(z.int()),
  currency: Currency,
  reason: z.nullable(z.enum(UNPRICED)),
  detail: z.string(),
  /** Lines that the draft changes; null where a line is not there. */
  changed: z.array(
    z.strictObject({
      ruleId: z.string(),
      title: z.string(),
      was: z.nullable(z.int()),
      now: z.nullable(z.int()),
    }),
  ),
});
export type ReplayOrder = z.output<typeof ReplayOrder>;

const one = z.strictObject({ id: Id });

export const replaysApi = {
  startReplay: endpoint({
    id: "startReplay",
    method: "POST",
    path: "/api/price-replays",
    needs: "price:edit",
    audit: "no",
    summary:
      "Price past orders again by a draft of the price list; a job does it, nothing is charged or changed",
    input: z.strictObject({
      ...Choice,
      listVersion: z.int().check(z.gte(0), z.lte(2_147_483_647)),
      rules: z.array(PriceRule).check(z.minLength(1), z.maxLength(100)),
    }),
    reply: Replay,
    refusals: ["replays.bad-span", "replays.too-many", "replays.busy"],
    limitPerMinute: 20,
  }),
  listReplays: endpoint({
    id: "listReplays",
    method: "GET",
    path: "/api/price-replays",
    needs: "price:edit",
    summary: "The few replays that are kept, the newest first",
    input: Nothing,
    reply: z.strictObject({ items: z.array(ReplayLine) }),
    refusals: [],
  }),
  readReplay: endpoint({
    id: "readReplay",
    method: "GET",
    path: "/api/price-replays/:id",
    needs: "price:edit",
    summary: "How far a replay is, and who would pay more or less by it",
    input: one,
    reply: Replay,
    refusals: ["replays.not-found"],
  }),
  cancelReplay: endpoint({
    id: "cancelReplay",
    method: "POST",
    path: "/api/price-replays/:id/cancel",
    needs: "price:edit",
    audit: "no",
    summary: "Stop a replay; what it found so far is thrown away",
    input: one,
    reply: Replay,
    refusals: ["replays.not-found", "replays.not-running"],
  }),
  listReplayOrders: endpoint({
    id: "listReplayOrders",
    method: "GET",
    path: "/api/price-replays/:id/orders",
    needs: "price:edit",
    summary: "Orders of a replay with both prices and the lines that differ; page by cursor",
    input: z.strictObject({
      id: Id,
      kind: z._default(z.enum(REPLAY_KINDS), "all"),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(ReplayOrder),
    refusals: ["replays.not-found"],
  }),
};

export const replayCsvPath = (id: string): string =>
  `/api/price-replays/${encodeURIComponent(id)}/orders.csv`;
