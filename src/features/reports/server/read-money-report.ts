import { sql } from "kysely";
import type { ParsedOf } from "#contract/endpoint.ts";
import { zoneOf } from "#features/quotes/server/public.ts";
import { toIso } from "#kernel/instant.ts";
import { money } from "#kernel/money.ts";
import { rows } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { MoneyGroup, MoneyOfDays, MoneySums, reportsApi } from "../contract/api.ts";
import { grouped } from "#kernel/grouped.ts";
import { type Days, daysBefore } from "../domain/period.ts";
import { checkDays, courierNames, inEither, partOf, shownZones } from "./read-report.ts";

/** Reads the price and the known costs of the deliveries of some days. @throws Refusal `reports.too-long` */
export function readMoneyReport(
  asked: ParsedOf<typeof reportsApi.readMoneyReport>,
  { actor, db, now }: Context,
): Promise<MoneyOfDays> {
  const days = checkDays(asked);
  return db.read(actor, async (tx) => {
    const before = daysBefore(days);
    const timezone = await zoneOf(tx, actor.orgId);
    const groups = groupsOf(await rows(tx, moneySums(days, before)));
    const names = await courierNames(tx);
    return {
      timezone,
      asOf: toIso(now),
      days,
      before,
      zones: await shownZones(tx),
      groups: groups.map((group) => ({
        ...group,
        name: group.by === "courier" ? (names.get(group.key) ?? null) : null,
      })),
    };
  });
}

interface Row {
  readonly part: "now" | "before";
  readonly by: MoneyGroup["by"];
  readonly key: string;
  readonly currency: string;
  readonly deliveries: number;
  readonly price: number;
  readonly givenBack: number;
  readonly lost: number;
  readonly disputeFees: number;
}

/** Taken before an edit made the delivery cheaper: its refund lowers the price and is no cost. Surcharges stand beside it. */
const BEYOND_PRICE = sql`
  (case when p.purpose = 'surcharge' then 0 else greatest(0, p.captured_minor - r.price_minor) end)`;

const moneySums = (days: Days, before: Days) => sql<Row>`
  select part, currency,
    case when grouping(day) = 0 then 'day' when grouping(courier_id) = 0 then 'courier' when grouping(area) = 0 then 'area'
      when grouping(zone) = 0 then 'zone' when grouping(level) = 0 then 'level' else 'all' end as by,
    coalesce(to_char(day, 'YYYY-MM-DD'), courier_id::text, area, zone, level, '') as key,
    count(*)::int as deliveries, sum(price_minor)::bigint as price, sum(given_back)::bigint as "givenBack",
    sum(lost)::bigint as lost, sum(fees)::bigint as "disputeFees"
  from (
    select ${partOf(days)}, day, courier_id, area, zone, level, price_minor, trim(r.currency) as currency,
      coalesce(p.given_back, 0) as given_back, coalesce(p.lost, 0) as lost, coalesce(p.fees, 0) as fees
    from report_delivery r
    left join lateral (
      select sum(p.refunded_minor - least(p.refunded_minor, ${BEYOND_PRICE})) as given_back, sum(p.lost_minor) as lost,
        sum(p.dispute_fee_minor) as fees
      from payments p where p.org_id = r.org_id and p.order_id = r.order_id and p.currency = r.currency) p on true
    where r.org_id = app_org() and ${inEither(days, before)} and promise <> 'cancelled') m
  group by grouping sets ((part, currency), (part, currency, day), (part, currency, courier_id), (part, currency, area),
    (part, currency, zone), (part, currency, level))`;

function groupsOf(found: readonly Row[]): Omit<MoneyGroup, "name">[] {
  const byGroup = grouped(found, ({ by, key, currency }) => `${by} ${currency} ${key}`);
  return [...byGroup.values()].flatMap((parts) => {
    const [one] = parts;
    if (!one) return [];
    const sumsOf = (part: Row["part"]) =>
      sumsIn(
        one.currency,
        parts.find((row) => row.part === part),
      );
    return [{ by: one.by, key: one.key, now: sumsOf("now"), before: sumsOf("before") }];
  });
}

const sumsIn = (currency: string, row: Row | undefined): MoneySums => ({
  deliveries: row?.deliveries ?? 0,
  price: money(row?.price ?? 0, currency),
  givenBack: money(row?.givenBack ?? 0, currency),
  lost: money(row?.lost ?? 0, currency),
  disputeFees: money(row?.disputeFees ?? 0, currency),
});
