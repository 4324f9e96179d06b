import { settleMissed, takeInFrom, takePartOf } from "#features/courier/server/public.ts";
import { roomsAfterCourier } from "#features/messages/server/public.ts";
import { faultsOf } from "#contract/field-fault.ts";
import { BadInput } from "#server/http/problems.ts";
import { on } from "#server/http/route.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { ImportPart, rescueApi } from "../contract/api.ts";
import { RESCUE_REFUSALS } from "../contract/refusals.ts";
import { authorOf, listImports, openImport } from "./import-row.ts";

/** Unsent work of couriers' phones that comes as a file. */
export const rescueRoom = ({ log, workGuard, dataFolder }: RoomParts): Room => ({
  name: "rescue",
  routes: [
    on(rescueApi.bringUnsent, async (input, context) => {
      const { db, now, requestId } = context;
      const { courier, isRoleGone } = await db.as(context.actor, (tx) => openImport(tx, input, context));
      // The import in place of a build: reports that came by a file can be found by it.
      const phone = { actor: courier, device: input.deviceId, build: input.importId, now };
      const parts = { db, log, guard: workGuard, laterRoom: roomsAfterCourier, requestId };
      const { samples, commands } = input;
      const results = await takeInFrom(parts, { phone, samples, isRoleGone }, commands);
      await db.as(context.actor, (tx) => settleMissed(tx, phone));
      return { results };
    }),
    on(rescueApi.listImports, listImports),
  ],
  rawRoutes: [partRoute(dataFolder)],
  refusals: RESCUE_REFUSALS,
});

const partRoute = (dataFolder: string): RawRoute => ({
  id: "bringUnsentPart",
  method: "PUT",
  path: "/api/rescue/proofs/:id",
  needs: "unsent:bring",
  summary: "A part of a photo or signature of an import, as `sendProofPart`",
  takesBytes: true,
  limitPerMinute: 1_200,
  run: async (request) => {
    const given = { ...request.query, ...request.params };
    const parsed = ImportPart.safeParse(given);
    if (!parsed.success)
      throw new BadInput(faultsOf(parsed.error.issues, given).map(({ path, code }) => ({ path, code })));
    const { db, actor, now } = request.context;
    const { courier, device } = await db.as(actor, (tx) => authorOf(tx, parsed.data.importId, actor));
    const reply = await takePartOf(dataFolder, request, courier);
    await db.as(actor, (tx) => settleMissed(tx, { actor: courier, device, now }));
    return reply;
  },
});
