import { sql } from "kysely";
import type { Actor } from "#kernel/actor.ts";
import { DAY_MS, toIso } from "#kernel/instant.ts";
import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { historyApi } from "../contract/api.ts";
import { HISTORY_REFUSALS } from "../contract/refusals.ts";
import { listHistory } from "./list.ts";
import { undoCommand } from "./undo.ts";

const KEPT_DAYS = 14;

/** The commands of a day at the desk, and their undo. */
export function historyRoom(parts: RoomParts): Room {
  const { db, clock, orgId } = parts;
  const waybill: Actor = { kind: "system", orgId, roles: [], name: "Waybill" };
  return {
    name: "history",
    routes: [
      on(historyApi.listHistory, listHistory),
      on(historyApi.undoCommand, (asked, context) => undoCommand(parts, asked, context)),
    ],
    jobs: {
      jobs: {
        forgetHistory: () =>
          db.as(waybill, async (tx) => {
            const before = toIso(clock() - KEPT_DAYS * DAY_MS);
            await sql`delete from desk_command where org_id = app_org() and at < ${before}`.execute(tx);
          }),
      },
      every: { forgetHistory: "hourly" },
    },
    refusals: HISTORY_REFUSALS,
  };
}
