import { sql } from "kysely";
import type { Tx } from "#server/db/db.ts";

/** Forgets every play payment; addresses of webhooks, faults and the clock stay. */
export const emptyBank = async (tx: Tx): Promise<void> =>
  void (await sql`truncate sandbox_bank.intent, sandbox_bank.answered cascade`.execute(tx));
