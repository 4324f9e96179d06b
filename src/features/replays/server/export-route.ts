import { PAGE_LIMITS } from "#contract/schemas.ts";
import { exponentOf } from "#kernel/currency.ts";
import { guardCell } from "#kernel/csv-cell.ts";
import { isUuid } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { csvReply } from "#server/http/csv-reply.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { ReplayOrder } from "../contract/api.ts";
import { listOrders } from "./list-orders.ts";
import { readReplay } from "./replay-record.ts";

type Cell = string | number | null;

/** Amounts are in main units of their currency, with a point. */
const main = (minor: number | null, currency: string): Cell =>
  minor === null ? null : minor / 10 ** exponentOf(currency);

const lineText = ({ ruleId, title, was, now }: ReplayOrder["changed"][number], currency: string): string =>
  `${title || ruleId}: ${main(was, currency) ?? "-"} > ${main(now, currency) ?? "-"}`;

/** Heads of the columns and their cells; texts that people typed are guarded. */
const COLUMNS: readonly (readonly [head: string, cell: (order: ReplayOrder) => Cell])[] = [
  ["order", ({ number }) => number],
  ["booked_at", ({ bookedAt }) => bookedAt],
  ["customer", ({ customer }) => customer && guardCell(customer)],
  ["service_level", ({ level }) => guardCell(level)],
  ["currency", ({ currency }) => currency],
  ["booked_price", ({ was, currency }) => main(was, currency)],
  ["draft_price", ({ now, currency }) => main(now, currency)],
  ["difference", ({ was, now, currency }) => (now === null ? null : main(now - was, currency))],
  [
    "not_replayed_because",
    ({ reason, detail }) => reason && guardCell(detail ? `${reason} ${detail}` : reason),
  ],
  [
    "lines",
    ({ changed, currency }) => guardCell(changed.map((line) => lineText(line, currency)).join(" | ")),
  ],
];

/** Every order of a replay as CSV, the newest first, row by row as they are read. */
export const exportRoute: RawRoute = {
  id: "exportReplay",
  method: "GET",
  path: "/api/price-replays/:id/orders.csv",
  needs: "price:edit",
  audit: "prices.replay-exported",
  summary: "Orders of a replay as CSV, each with both prices and the lines that differ",
  limitPerMinute: 10,
  run: async (request) => {
    const { params, context } = request;
    const id = params["id"] ?? "";
    if (!isUuid(id)) throw new Refusal("replays.not-found", { id });
    await context.db.read(context.actor, (tx) => readReplay(tx, id, context.now));
    return csvReply(request, {
      name: "replayed-orders.csv",
      heads: COLUMNS.map(([head]) => head),
      cells: (order: ReplayOrder) => COLUMNS.map(([, cell]) => cell(order)),
      page: async (caller, cursor: string | undefined) => {
        const { items, next } = await listOrders({ id, kind: "all", cursor, limit: PAGE_LIMITS.max }, caller);
        return { rows: items, next: next ?? undefined };
      },
    });
  },
};
