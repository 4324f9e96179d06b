import type { Scheduler } from "fast-check";
import type { PaymentProvider } from "#features/payments/server/base/gateway.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Db } from "#server/db/db.ts";

/** Runs a step when the scheduler's dice name it, and nothing else meanwhile. */
export type Step = <T>(label: string, work: () => Promise<T>) => Promise<T>;

export interface Stage {
  readonly step: Step;
  /** Somebody begins to act; a refusal is an end like any other. */
  begin(who: string, work: () => Promise<unknown>): void;
  /** Until everybody, also those who began later, is done. */
  played(): Promise<void>;
}

/** One interleaving: every actor's steps wait at the scheduler, which lets one go at a time. */
export function openStage(scheduler: Scheduler): Stage {
  const actors: Promise<void>[] = [];
  const step: Step = (label, work) =>
    new Promise((resolve, reject) => {
      const builder = () => work().then(resolve, reject);
      scheduler.scheduleSequence([{ builder, label }]);
    });
  const everybody = async (): Promise<void> => {
    for (let nth = 0; nth < actors.length; nth += 1) await actors[nth];
  };
  return {
    step,
    begin(who, work) {
      const acting = step(`${who} begins`, () => Promise.resolve())
        .then(work)
        .then(
          () => undefined,
          (error: unknown) => {
            if (!(error instanceof Refusal)) throw error;
          },
        );
      acting.catch(() => undefined);
      actors.push(acting);
    },
    played: () => scheduler.waitFor(everybody()),
  };
}

/** A transaction is one step, from its beginning to its end. */
export const steppedDb = (db: Db, step: Step): Db => ({
  ...db,
  as: (who, work) => step("transaction", () => db.as(who, work)),
  owner: (work) => step("transaction", () => db.owner(work)),
});

/** A call to the bank is one step: between it and the transactions around it anybody may act. */
export function steppedProvider(provider: PaymentProvider, step: Step): PaymentProvider {
  return {
    ...provider,
    openIntent: (order) => step("open", () => provider.openIntent(order)),
    getIntent: (ref) => step("get", () => provider.getIntent(ref)),
    findIntents: (id) => step("find", () => provider.findIntents(id)),
    capture: (order) => step("capture", () => provider.capture(order)),
    cancel: (order) => step("cancel", () => provider.cancel(order)),
  };
}
