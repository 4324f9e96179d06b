import { readFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "kysely";
import { type Instant, toIso } from "#kernel/instant.ts";
import { Refusal } from "#kernel/refusal.ts";
import { codeOf, first, rows, type Tx } from "#server/db/db.ts";
import type { Proof } from "../../contract/shapes.ts";

/** A kept photo or signature. */
export interface ProofRecord {
  readonly id: string;
  readonly deliveryId: string;
  readonly taskId: string;
  readonly kind: "photo" | "signature";
  readonly sha256: string;
  /** Of the bytes as they came; null for proofs kept before it was noted. */
  readonly givenSha256: string | null;
  /** Path inside the picture store. */
  readonly file: string;
  readonly bytes: number;
  readonly takenAt: Instant;
}

const columns = sql.raw(
  `id, delivery_id as "deliveryId", task_id as "taskId", kind, sha256, given_sha256 as "givenSha256", file, bytes, taken_at as "takenAt"`,
);

/** The proofs of these deliveries, oldest first. */
export const proofsOf = (tx: Tx, deliveryIds: readonly string[]): Promise<ProofRecord[]> =>
  rows(
    tx,
    sql<ProofRecord>`select ${columns} from proof
                     where org_id = app_org() and delivery_id = any (${[...deliveryIds]}::uuid[])
                     order by taken_at, id`,
  );

/** These proofs, as far as they are kept. */
export const proofsById = (tx: Tx, ids: readonly string[]): Promise<ProofRecord[]> =>
  rows(
    tx,
    sql<ProofRecord>`select ${columns} from proof where org_id = app_org() and id = any (${[...ids]}::uuid[])`,
  );

export const proofOf = (record: ProofRecord): Proof => ({
  id: record.id,
  kind: record.kind,
  sha256: record.sha256,
  takenAt: toIso(record.takenAt),
  bytes: record.bytes,
});

export const pictureFolder = (dataFolder: string): string => path.join(dataFolder, "pictures");

/** Whether any proof names a picture. */
export async function hasPictures(tx: Tx): Promise<boolean> {
  return (await first(tx, sql`select 1 from proof where org_id = app_org() limit 1`)) !== undefined;
}

/** The bytes of a proof's picture, outside any transaction. @throws Refusal `http.not-found` where the file is gone */
export async function readProofPicture(
  dataFolder: string,
  proof: ProofRecord,
): Promise<{ readonly type: "image/jpeg" | "image/png"; readonly bytes: Buffer }> {
  const bytes = await readFile(path.join(pictureFolder(dataFolder), proof.file)).catch((error: unknown) => {
    throw codeOf(error) === "ENOENT" ? new Refusal("http.not-found") : error;
  });
  return { type: proof.file.endsWith(".png") ? "image/png" : "image/jpeg", bytes };
}
