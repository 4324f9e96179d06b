import { keepPicture, keptBefore, mayProve } from "#features/deliveries/server/public.ts";
import { faultsOf } from "#contract/field-fault.ts";
import type { Instant } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { sha256 } from "#server/db/hash.ts";
import type { Tx } from "#server/db/db.ts";
import { BadInput } from "#server/http/problems.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { PART_MOST_BYTES } from "../../domain/limits.ts";
import { readBody } from "../../contract/read-body.ts";
import { ProofPart } from "../../contract/sync.ts";
import { courierBehind, type ActingCourier } from "../courier-of.ts";
import type { SharedProof } from "../../domain/sync/store.ts";
import { bytesHere, dropUpload, readUpload, writePart } from "./upload-files.ts";
import { lackingOf, shareFrom, shareWithTap } from "./share-kept.ts";
import { beginUpload, endUpload, hasBegun, namingsOf, type Upload } from "./upload-row.ts";

/** Takes a photo or signature in parts; a part at the wrong place writes nothing and is told the right one. */
export const proofPartRoute = (dataFolder: string): RawRoute => ({
  id: "sendProofPart",
  method: "PUT",
  path: "/api/courier/proofs/:id",
  needs: "self",
  summary: "A part of a photo or signature; kept once all bytes are here and their hash is right",
  takesBytes: true,
  limitPerMinute: 1_200,
  run: async (request) => {
    const { db, actor } = request.context;
    return takePartOf(dataFolder, request, await db.as(actor, (tx) => courierBehind(tx, actor)));
  },
});

/** Takes a part of a picture of this courier, whoever brings it. */
export const takePartOf = async (
  dataFolder: string,
  request: RawRequest,
  courier: ActingCourier,
): Promise<RawReply> => ({
  status: 200,
  headers: { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" },
  body: JSON.stringify(await takePart(dataFolder, request, courier)),
});

interface Part extends Upload {
  readonly offset: number;
  readonly bytes: Buffer;
}

interface Taken {
  readonly next: number;
  readonly complete: boolean;
}

/**
 * Takes a part for the task that carries the picture. Where that task may not have it, the bytes are taken for the other
 * tasks of the tap that lack them, and the refusal is said once they have them.
 *
 * @throws Refusal `courier.proof-broken` when the hash is wrong at the end, `courier.proof-other` when a command named
 * other bytes; and as `keepPicture`
 */
async function takePart(dataFolder: string, request: RawRequest, courier: ActingCourier): Promise<Taken> {
  const part = partOf(request);
  const given = { dataFolder, request, courier };
  try {
    return await takeFor(given, part, (tx, who) => shareWithTap(tx, part, who));
  } catch (refusal) {
    if (!(refusal instanceof Refusal) || refusal.code === "courier.proof-broken") throw refusal;
    const { db, now } = request.context;
    const who = { actor: courier, scope: "assigned", now } as const;
    const other = await db.as(courier, (tx) => lackingOf(tx, part, who));
    if (!other) throw refusal;
    const taken = await takeFor(given, forOther(part, other), (tx, sharer) => shareFrom(tx, other, sharer));
    if (!taken.complete) return taken;
    await dropUpload(dataFolder, part.id);
    throw refusal;
  }
}

const forOther = (part: Part, { id, deliveryId, taskId, kind, sha256: hash }: SharedProof): Part => ({
  ...part,
  id: id.toLowerCase(),
  deliveryId,
  taskId,
  kind,
  sha256: hash,
});

interface Given {
  readonly dataFolder: string;
  readonly request: RawRequest;
  readonly courier: ActingCourier;
}

type Share = (
  tx: Tx,
  who: { readonly actor: ActingCourier; readonly scope: "assigned"; readonly now: Instant },
) => Promise<void>;

async function takeFor({ dataFolder, request, courier }: Given, part: Part, share: Share): Promise<Taken> {
  const { db, now } = request.context;
  const prover = { actor: courier, scope: "assigned", now, db, commandId: part.id } as const;
  const isKept = await db.as(courier, async (tx) => {
    const naming = { ...part, proofId: part.id, givenSha256: part.sha256 };
    if (await keptBefore(tx, naming)) return true;
    if (await hasBegun(tx, courier.userId, part)) return false;
    await mayProve(tx, naming, prover);
    await beginUpload({ tx, now }, courier.userId, part);
    return false;
  });
  if (isKept) return { next: part.total, complete: true };
  const next = await written(dataFolder, part);
  if (next < part.total) return { next, complete: false };
  const bytes = await wholeOf(dataFolder, part);
  const takenAt = await db.as(courier, (tx) => takenAtOf(tx, part, now));
  await keepPicture(dataFolder, { ...part, proofId: part.id, takenAt, bytes }, prover);
  await db.as(courier, (tx) => share(tx, prover));
  await over(dataFolder, part.id, { db, courier });
  return { next: part.total, complete: true };
}

/** Writes the part where it continues what is here. @returns the bytes that are here then */
async function written(dataFolder: string, part: Part): Promise<number> {
  const here = await bytesHere(dataFolder, part.id);
  if (part.offset !== here || part.bytes.length === 0) return here;
  await writePart(dataFolder, part.id, part);
  return part.offset + part.bytes.length;
}

/** All bytes, of the right hash: where they are not, the upload begins anew. */
async function wholeOf(dataFolder: string, { id, sha256: wanted }: Part): Promise<Buffer> {
  const bytes = await readUpload(dataFolder, id);
  if (sha256(bytes) === wanted) return bytes;
  await dropUpload(dataFolder, id);
  throw new Refusal("courier.proof-broken", { proofId: id });
}

/** The time of the tap, by the command that names the proof; now where none came yet. */
async function takenAtOf(tx: Tx, { id, taskId, kind, sha256: hash }: Part, now: Instant): Promise<Instant> {
  for (const type of ["succeed", "fail", "correct"])
    for (const { body, at } of await namingsOf(tx, taskId, type)) {
      const read = readBody({ type, v: 1, body });
      if (read.kind !== "read" || !("proofs" in read.body)) continue;
      const named = read.body.proofs?.find((proof) => proof.id.toLowerCase() === id);
      if (!named) continue;
      if (named.sha256 !== hash || named.kind !== kind)
        throw new Refusal("courier.proof-other", { proofId: id });
      return at;
    }
  return now;
}

interface Ending {
  readonly db: RawRequest["context"]["db"];
  readonly courier: ActingCourier;
}

async function over(dataFolder: string, id: string, { db, courier }: Ending): Promise<void> {
  await dropUpload(dataFolder, id);
  await db.as(courier, (tx) => endUpload(tx, id));
}

/** The part as it came. @throws BadInput naming each field at fault */
function partOf({ params, query, body }: RawRequest): Part {
  const given = { ...query, ...params };
  const parsed = ProofPart.safeParse(given);
  if (!parsed.success)
    throw new BadInput(faultsOf(parsed.error.issues, given).map(({ path, code }) => ({ path, code })));
  const { id, deliveryId, taskId, offset, total } = parsed.data;
  if (body.length > PART_MOST_BYTES || offset + body.length > total)
    throw new BadInput([{ path: "body", code: "too-long" }]);
  const ids = { id: id.toLowerCase(), deliveryId: deliveryId.toLowerCase(), taskId: taskId.toLowerCase() };
  return { ...parsed.data, ...ids, bytes: body };
}
