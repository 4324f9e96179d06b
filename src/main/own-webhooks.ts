import type { FastifyInstance } from "fastify";
import type { Receive } from "#engines/sandbox-bank/webhook-sender.ts";

/** Way of the sandbox's webhooks to the server of the same process, whatever its public address. */
export interface OwnWebhooks {
  /** Fails before there is a server: the sandbox sends the webhook again. */
  readonly receive: Receive;
  /** Hands them to this server from now on. */
  readonly connect: (app: Pick<FastifyInstance, "inject">) => void;
}

export function ownWebhooks(): OwnWebhooks {
  let app: Pick<FastifyInstance, "inject"> | undefined;
  return {
    async receive({ headers, body }) {
      if (!app) throw new Error("the server is not up yet");
      const url = "/webhooks/payments/stripe";
      return (await app.inject({ method: "POST", url, headers, payload: body })).statusCode;
    },
    connect: (server) => (app = server),
  };
}
