import { randomBytes } from "node:crypto";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import { openSandboxBank } from "./bank.ts";
import type { Bank } from "./bank.ts";
import { OWN_ENDPOINT, dropEndpoint, keepEndpoint, secretsOf } from "./endpoints.ts";
import { SANDBOX_KEY, sandboxApi } from "./api/api.ts";
import type { SandboxApi } from "./api/api.ts";
import { listenAt } from "./api/socket.ts";
import type { Listening } from "./api/socket.ts";
import { openWebhookSender } from "./webhook-sender.ts";
import type { Receive } from "./webhook-sender.ts";
import { advanceClock } from "./advance-clock.ts";

export interface SandboxParts {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly allowedInProduction: boolean;
  /** Port of the bank's Stripe API, on this machine alone; a free one where absent. */
  readonly port?: number | undefined;
  /** Takes the webhooks to this Waybill. Without secrets the bank makes one up. */
  readonly tell?: { readonly receive: Receive; readonly secrets?: readonly string[] } | undefined;
}

/** The sandbox bank with its API, its webhooks and its own time. */
export interface Sandbox {
  readonly bank: Bank;
  /** Answers a call in this process, as over a socket. */
  readonly api: SandboxApi;
  /** Secret key of its Stripe API. */
  readonly key: string;
  /** Secrets that the webhooks to this Waybill are signed with. */
  readonly secrets: () => Promise<readonly string[]>;
  readonly tick: () => Promise<void>;
  /** Listens, and begins to send webhooks. @returns the address */
  readonly open: () => Promise<Listening>;
}

/** Stands where other endpoints have their address. */
const IN_PROCESS = "in this process";

/** @throws Error in production, unless expressly allowed */
export function openSandbox(parts: SandboxParts): Sandbox {
  const { db, clock, log, tell, port = 0 } = parts;
  const webhooks = openWebhookSender({
    db,
    clock,
    receive: tell?.receive,
    onGivenUp: (facts) => log.warn(facts, "the sandbox bank gave up a webhook"),
    onTrouble: (error) => log.warn({ error: String(error) }, "the sandbox bank could not send its webhooks"),
  });
  const onNews = (): void => (tell ? webhooks.kick() : undefined);
  const whole = { ...parts, onNews };
  const bank = openSandboxBank(whole);
  // Its controls are for a test that names the port; any other program of this machine learns no key.
  const key = parts.port === undefined ? `sk_test_${randomBytes(24).toString("hex")}` : SANDBOX_KEY;
  const api = sandboxApi({ ...whole, bank, keys: [key] });
  return {
    bank,
    api,
    key,
    secrets: () => db.owner((tx) => secretsOf(tx, OWN_ENDPOINT)),
    tick: async () => {
      await advanceClock(db, clock);
      onNews();
    },
    async open() {
      await db.owner(async (tx) => {
        const known = await secretsOf(tx, OWN_ENDPOINT);
        const used =
          tell?.secrets ?? (known.length > 0 ? known : [`whsec_${randomBytes(24).toString("hex")}`]);
        if (!tell || used.length === 0) await dropEndpoint(tx, OWN_ENDPOINT);
        else await keepEndpoint(tx, { name: OWN_ENDPOINT, url: IN_PROCESS, secrets: used });
      });
      const { url, close } = await listenAt(api, port);
      onNews();
      return {
        url,
        async close() {
          await Promise.all([close(), webhooks.stop()]);
        },
      };
    },
  };
}
