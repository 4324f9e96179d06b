import { paymentsApi } from "#features/payments/contract/api.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Context } from "#server/http/route.ts";
import type { Room } from "#server/room.ts";
import type { ApiCaller, Who } from "./api-caller.ts";
import type { DemoCard } from "./story.ts";

/** Numbers of the sandbox that are always approved. */
const NUMBERS: Readonly<Record<DemoCard, string>> = {
  plain: "4242424242424242",
  disputed: "4000000000002685",
  sent_back: "4000000000005126",
};

/** Somebody's play card: pays as the bank's form in a browser would. */
export interface SandboxCard {
  /** Whether there is a bank for it: not where real cards are taken. */
  readonly works: boolean;
  pay(who: Who, orderId: string, by: DemoCard): Promise<void>;
}

export function sandboxCard(
  rooms: readonly Room[],
  api: ApiCaller,
  db: Db,
  clock: () => Instant,
): SandboxCard {
  const form = rooms
    .flatMap((room) => room.rawRoutes ?? [])
    .find((route) => route.id === "sandboxBankConfirm");
  return {
    works: form !== undefined,
    async pay(who, id, by) {
      if (!form) throw new Error("the sandbox bank has no card form");
      const { clientSecret } = await api.call(who, paymentsApi.openPayment, { id });
      const year = new Date(clock()).getUTCFullYear() + 3;
      const context: Context = {
        actor: who.actor,
        scope: "own",
        db,
        now: clock(),
        requestId: "demo",
        key: "",
        bookingKey: who.bookingKey,
        trackingToken: undefined,
      };
      const reply = await form.run({
        params: { id: clientSecret.split("_secret_")[0] ?? "" },
        query: {},
        header: () => clientSecret,
        body: Buffer.from(JSON.stringify({ number: NUMBERS[by], month: 12, year, cvc: "123" })),
        address: "",
        signal: new AbortController().signal,
        context,
        enterAgain: () => Promise.resolve(context),
      });
      if (reply.status !== 200) throw new Error(`the sandbox bank said ${reply.status}`);
      await api.call(who, paymentsApi.checkPayment, { id });
    },
  };
}
