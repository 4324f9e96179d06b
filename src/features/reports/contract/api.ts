import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, LocalDate, Money, Nothing, PageSize, page } from "#contract/schemas.ts";
import { DeliveryState } from "#features/deliveries/contract/shapes.ts";
import { Zone } from "#features/zones/contract/api.ts";
import { PROMISES } from "../domain/fact.ts";
import { BEHIND } from "../domain/figures.ts";
import { DIMENSIONS, SUM_NAMES, type Sums } from "../domain/sums.ts";

const Days = z.strictObject({ from: LocalDate, to: LocalDate });

/** A zone as its newest version names and paints it. */
const ShownZone = z.pick(Zone, { code: true, name: true, colour: true });
export type ShownZone = z.output<typeof ShownZone>;

/** Fields of every report. */
const Head = {
  timezone: z.string(),
  asOf: InstantText,
  days: Days,
  before: Days,
  /** In their order; none where the company draws no zones. A group of another one is of a zone that is gone. */
  zones: z.array(ShownZone),
};

const Sums = z.strictObject(
  // Safe: every name of Sums is in SUM_NAMES.
  Object.fromEntries(SUM_NAMES.map((name) => [name, z.int()])) as Record<keyof Sums, z.ZodMiniInt>,
);

const Group = z.strictObject({
  by: z.enum(DIMENSIONS),
  /**
   * A date, a courier's id, an area, a zone's code, an hour from 0 to 23, a level or a reason; empty for `all` and for what
   * has none.
   */
  key: z.string(),
  /** Name of a courier; null where the key or the zones say it. */
  name: z.nullable(z.string()),
  now: Sums,
  before: Sums,
});
export type ReportGroup = z.output<typeof Group>;

const Report = z.strictObject({ ...Head, groups: z.array(Group) });
export type Report = z.output<typeof Report>;

/** Money of a group in one currency, in minor units. */
const MoneySums = z.strictObject({
  deliveries: z.int(),
  price: Money,
  givenBack: Money,
  lost: Money,
  disputeFees: Money,
});
export type MoneySums = z.output<typeof MoneySums>;

const MONEY_DIMENSIONS = ["all", "day", "courier", "area", "zone", "level"] as const;
const MoneyGroup = z.strictObject({
  by: z.enum(MONEY_DIMENSIONS),
  key: z.string(),
  name: z.nullable(z.string()),
  now: MoneySums,
  before: MoneySums,
});
export type MoneyGroup = z.output<typeof MoneyGroup>;

const MoneyReport = z.strictObject({
  ...Head,
  /** One for each currency, key and way to divide. */
  groups: z.array(MoneyGroup),
});
export type MoneyOfDays = z.output<typeof MoneyReport>;

const Counted = z.strictObject({
  id: Id,
  number: z.string(),
  day: LocalDate,
  state: DeliveryState,
  promise: z.enum(PROMISES),
  promisedEnd: InstantText,
  deliveredAt: z.nullable(InstantText),
  courierName: z.nullable(z.string()),
  area: z.string(),
  /** Code of the zone that holds the place of delivery; empty outside all of them. */
  zone: z.string(),
  tries: z.int(),
});
export type Counted = z.output<typeof Counted>;

export const WeeklyMail = z.strictObject({
  on: z.boolean(),
  /** Address that it goes to; null where the account has no verified address. */
  address: z.nullable(z.string()),
});

const refusals = ["reports.too-long"] as const;

export const reportsApi = {
  readReport: endpoint({
    id: "readReport",
    method: "GET",
    path: "/api/reports",
    needs: "report:read",
    summary:
      "Promises, tries and stops of some days and of those before, by day, courier, area, zone, hour, level and reason",
    input: Days,
    reply: Report,
    refusals,
    limitPerMinute: 60,
  }),
  readMoneyReport: endpoint({
    id: "readMoneyReport",
    method: "GET",
    path: "/api/reports/money",
    needs: "money:read",
    summary: "Price and known costs of the deliveries of some days and of those before",
    input: Days,
    reply: MoneyReport,
    refusals,
    limitPerMinute: 60,
  }),
  listCounted: endpoint({
    id: "listCounted",
    method: "GET",
    path: "/api/reports/deliveries",
    needs: "report:read",
    summary: "The deliveries behind a number of a report, the latest promise first; page by cursor",
    input: z.strictObject({
      ...Days.shape,
      behind: z.enum(BEHIND),
      by: z._default(z.enum(DIMENSIONS), "all"),
      key: z._default(z.string().check(z.maxLength(60)), ""),
      cursor: z.optional(Cursor),
      limit: PageSize,
    }),
    reply: page(Counted),
    refusals,
  }),
  readWeeklyMail: endpoint({
    id: "readWeeklyMail",
    method: "GET",
    path: "/api/reports/mail",
    needs: "report:read",
    summary: "Whether the caller gets the weekly mail, and where",
    input: Nothing,
    reply: WeeklyMail,
    refusals: [],
  }),
  switchWeeklyMail: endpoint({
    id: "switchWeeklyMail",
    method: "PUT",
    path: "/api/reports/mail",
    needs: "report:read",
    summary: "Switch the caller's weekly mail on or off",
    input: z.strictObject({ on: z.boolean() }),
    reply: WeeklyMail,
    refusals: ["reports.no-address"],
  }),
};
