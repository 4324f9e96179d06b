import { randomBytes } from "node:crypto";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import { openSandboxBank } from "./bank.ts";
import type { Bank } from "./bank.ts";
import { dropEndpoint, keepEndpoint, secretsOf } from "./endpoints.ts";
import { openFace } from "./face/face.ts";
import { openPostman } from "./postman.ts";
import { tick } from "./tick.ts";

export interface HouseParts {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly allowedInProduction: boolean;
  /** Port of the bank's Stripe API, on this machine alone; none where absent. */
  readonly port?: number | undefined;
  /** Webhook address of this Waybill. Without secrets the bank makes one up. */
  readonly tell?: { readonly url: string; readonly secrets?: readonly string[] } | undefined;
}

/** The sandbox bank with everything that is beside it: its face, its postman, its own time. */
export interface House {
  readonly bank: Bank;
  /** The secrets that this Waybill's news are signed with. */
  readonly secrets: () => Promise<readonly string[]>;
  readonly tick: () => Promise<void>;
  /** Opens the face and sends the postman on his way. */
  readonly open: () => Promise<{ close(): Promise<void> }>;
}

/** The name that this Waybill has among those who are told. */
const US = "waybill";

/** @throws Error in production, unless expressly allowed */
export function sandboxHouse(parts: HouseParts): House {
  const { db, clock, log, tell, port } = parts;
  const postman = openPostman({
    db,
    clock,
    onTrouble: (error) => log.warn({ error: String(error) }, "the sandbox bank could not tell its news"),
  });
  const onNews = (): void => (tell ? postman.kick() : undefined);
  const whole = { ...parts, onNews };
  const bank = openSandboxBank(whole);
  const secrets = () => db.owner((tx) => secretsOf(tx, US));
  return {
    bank,
    secrets,
    tick: async () => {
      await tick(db, clock);
      onNews();
    },
    async open() {
      await db.owner(async (tx) => {
        const known = await secretsOf(tx, US);
        const used =
          tell?.secrets ?? (known.length > 0 ? known : [`whsec_${randomBytes(24).toString("hex")}`]);
        if (!tell || used.length === 0) await dropEndpoint(tx, US);
        else await keepEndpoint(tx, { name: US, url: tell.url, secrets: used });
      });
      const face = port === undefined ? undefined : await openFace({ ...whole, bank, port });
      onNews();
      return {
        async close() {
          await face?.close();
          await postman.stop();
        },
      };
    },
  };
}
