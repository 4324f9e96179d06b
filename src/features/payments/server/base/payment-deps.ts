import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import type { Log } from "#server/http/app.ts";
import type { PaymentProvider } from "./gateway.ts";
import type { Safeguards } from "./safeguards.ts";

/** Everything that work on payments needs. */
export interface PaymentDeps {
  readonly db: Db;
  readonly clock: () => Instant;
  readonly log: Log;
  readonly provider: PaymentProvider;
  /** Names this install in every key at the provider. */
  readonly instance: string;
  /** Multiplies the limits of declined cards; where it is absent there are none. */
  readonly limitFactor?: number | undefined;
  /** Given by the simulation alone. */
  readonly safeguards?: Partial<Safeguards>;
  /** Limit of one person's refunds of a payment without a second approval, by currency, in minor units. */
  readonly refundLimits?: Readonly<Record<string, number>> | undefined;
}
