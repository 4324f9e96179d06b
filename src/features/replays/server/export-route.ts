import { Readable } from "node:stream";
import { stringify } from "csv-stringify";
import { PAGE_LIMITS } from "#contract/schemas.ts";
import { exponentOf } from "#kernel/currency.ts";
import { guardCell } from "#kernel/csv-cell.ts";
import { isUuid } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
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
  run: async (request): Promise<RawReply> => {
    const { params, context } = request;
    const id = params["id"] ?? "";
    if (!isUuid(id)) throw new Refusal("replays.not-found", { id });
    await context.db.read(context.actor, (tx) => readReplay(tx, id, context.now));
    const lines = stringify({
      bom: true,
      header: true,
      columns: COLUMNS.map(([head]) => head),
      quoted_match: /[\r\n]/,
      record_delimiter: "windows",
    });
    const source = Readable.from(cellsOf(request, id));
    source.on("error", (error) => lines.destroy(error));
    lines.on("close", () => source.destroy());
    return {
      status: 200,
      headers: {
        "content-type": "text/csv; charset=utf-8",
        "cache-control": "private, no-store",
        "content-disposition": 'attachment; filename="replayed-orders.csv"',
      },
      body: source.pipe(lines),
    };
  },
};

/** Each page is a read of its own, by whoever the caller is by then. What is cut off must not look whole. */
async function* cellsOf(request: RawRequest, id: string): AsyncGenerator<Cell[]> {
  let { context } = request;
  let cursor: string | undefined;
  do {
    const { items, next } = await listOrders({ id, kind: "all", cursor, limit: PAGE_LIMITS.max }, context);
    for (const order of items) yield COLUMNS.map(([, cell]) => cell(order));
    cursor = next ?? undefined;
    if (cursor !== undefined && request.signal.aborted) throw new Error("an export was cut off");
    if (cursor !== undefined) context = await request.enterAgain();
  } while (cursor !== undefined);
}
