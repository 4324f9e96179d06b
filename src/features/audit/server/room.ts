import { on } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { auditApi } from "../contract/api.ts";
import { exportRoute } from "./export-route.ts";
import { listAudit } from "./list.ts";
import { sealAll } from "./seal.ts";

/** The audit log: it tells who used which power when. */
export const auditRoom = ({ db, clock }: RoomParts): Room => ({
  name: "audit",
  routes: [on(auditApi.listAudit, listAudit)],
  rawRoutes: [exportRoute],
  jobs: {
    jobs: { "audit.seal": async () => void (await sealAll(db, clock)) },
    every: { "audit.seal": 1 },
  },
  refusals: {},
});
