import { openSandboxBank } from "#engines/sandbox-bank/bank.ts";
import type { Bank, BankParts } from "#engines/sandbox-bank/bank.ts";
import { type SeenCall, SANDBOX_KEY, sandboxApi } from "#engines/sandbox-bank/api/api.ts";
import { listenAt } from "#engines/sandbox-bank/api/socket.ts";
import { openBareDatabase } from "../database/bare-database.ts";
import { type BankControls, bankControls } from "./bank-controls.ts";

/** The keys that it knows; whatever it keeps is of the test mode. */
export const FACADE_KEY = SANDBOX_KEY;
export const FACADE_LIVE_KEY = "sk_live_facade0000000000000000";

export interface StripeFacade extends BankControls {
  readonly url: string;
  readonly bank: Bank;
  readonly parts: BankParts;
  readonly seen: SeenCall[];
  close(): Promise<void>;
}

/** The product's sandbox bank on a database of its own, spoken to as one speaks to Stripe. */
export async function openStripeFacade(clock: () => number = Date.now): Promise<StripeFacade> {
  const database = await openBareDatabase();
  const parts = { db: database.db, clock, allowedInProduction: false };
  const bank = openSandboxBank(parts);
  const seen: SeenCall[] = [];
  const keys = [FACADE_KEY, FACADE_LIVE_KEY];
  const api = await listenAt(sandboxApi({ ...parts, bank, keys, onCall: (call) => seen.push(call) }), 0);
  return {
    ...bankControls(api.url),
    url: api.url,
    bank,
    parts,
    seen,
    async close() {
      await api.close();
      await database.close();
    },
  };
}
