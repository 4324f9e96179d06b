import { isGone } from "#server/db/out-of-reach.ts";
import type { PaymentDeps } from "./payment-deps.ts";

/**
 * Runs one piece of work by itself: a failure is logged and met again next time; without the database there is
 * nothing to go on with.
 */
export async function isolateFailure(
  { log }: Pick<PaymentDeps, "log">,
  what: object,
  work: () => Promise<unknown>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isGone(error)) throw error;
    log.error({ ...what, error }, "a payment could not be swept");
  }
}
