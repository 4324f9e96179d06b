import { sql } from "kysely";
import { rows, type Tx } from "#server/db/db.ts";
import type { ProofRecord } from "./proof-records.ts";

/** Every picture that proofs of any organisation name, each once. */
export const allPictures = (tx: Tx): Promise<Pick<ProofRecord, "file" | "sha256" | "bytes">[]> =>
  rows(tx, sql`select distinct on (file) file, sha256, bytes from proof order by file`);
