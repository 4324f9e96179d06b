import { isUuid } from "#kernel/id.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { notFound } from "../access.ts";
import { proofsById, readProofPicture } from "./proof-records.ts";
import { deliveryFor } from "../read-delivery.ts";

/** Serves the picture of a proof to everybody who may see its delivery. Never cached on the way. */
export const proofRoute = (dataFolder: string): RawRoute => ({
  id: "readProof",
  method: "GET",
  path: "/api/deliveries/:id/proofs/:proofId",
  needs: "proof:read",
  summary: "The picture of a proof",
  run: (request) => readProof(dataFolder, request),
});

/** @throws Refusal `deliveries.not-found` */
async function readProof(dataFolder: string, { params, context }: RawRequest): Promise<RawReply> {
  const { id = "", proofId = "" } = params;
  if (!isUuid(id) || !isUuid(proofId)) throw notFound({ id });
  const proof = await context.db.as(context.actor, async (tx) => {
    const delivery = await deliveryFor(tx, context, id);
    const [found] = await proofsById(tx, [proofId]);
    return found?.deliveryId === delivery.id ? found : undefined;
  });
  if (!proof) throw notFound({ id: proofId });
  const { type, bytes } = await readProofPicture(dataFolder, proof);
  return {
    status: 200,
    headers: {
      "content-type": type,
      "cache-control": "private, no-store",
      "content-disposition": `inline; filename="${proof.kind}.${type === "image/png" ? "png" : "jpg"}"`,
    },
    body: bytes,
  };
}
