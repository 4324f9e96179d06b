import { someWays } from "#features/debts/server/public.ts";
import type { MoneyParts } from "#features/payments/server/public.ts";
import type { CardsTaken } from "#features/quotes/server/public.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { importsApi, TEMPLATE_KINDS } from "../contract/api.ts";
import { IMPORTS_REFUSALS } from "../contract/refusals.ts";
import { cancelImport, confirmImport, mapColumns, undoImport } from "./commands.ts";
import { correctRow } from "./correct-row.ts";
import { importFile } from "./import-file.ts";
import { listImports, readImport } from "./import-record.ts";
import { listImportRows } from "./import-rows.ts";
import { recheckFaulty } from "./recheck.ts";
import type { RoomContext } from "./room-context.ts";
import { failedRowsRoute, type ImportWords, templateRoute } from "./tables.ts";
import { importJobs } from "./work.ts";

/** Deliveries that the office imports. @param words names of fields and faults */
export function importsRoom(parts: RoomParts & MoneyParts & CardsTaken, words: ImportWords): Room {
  const { db, orgId, clock, log, roads, takesCards = true, payWays, phonePlan, locales } = parts;
  // As at the desk: a file hands over no card, so cash is possible where the operator does not forbid it.
  const ways = payWays ?? someWays;
  const room: RoomContext = { db, orgId, clock, log, pricing: { takesCards, roads }, ways, plan: phonePlan };
  return {
    name: "imports",
    routes: [
      on(importsApi.importFile, importFile),
      on(importsApi.listImports, listImports),
      on(importsApi.readImport, ({ id }, context) =>
        context.db.read(context.actor, (tx) => readImport(tx, id)),
      ),
      on(importsApi.mapColumns, mapColumns),
      on(importsApi.listImportRows, listImportRows),
      on(importsApi.correctRow, (asked, context) => correctRow(room, asked, context)),
      on(importsApi.recheckFaulty, recheckFaulty),
      on(importsApi.confirmImport, confirmImport),
      on(importsApi.cancelImport, cancelImport),
      on(importsApi.undoImport, undoImport),
    ],
    rawRoutes: [
      failedRowsRoute({ words, locales }),
      ...TEMPLATE_KINDS.map((kind) => templateRoute(kind, { words, locales })),
    ],
    jobs: importJobs(room),
    refusals: IMPORTS_REFUSALS,
  };
}
