import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "#kernel/actor.ts";
import type { Db, Tx } from "./db.ts";

interface About {
  readonly aggregate: string;
  readonly aggregateId: string;
}

/** Trace of a call in the audit log. */
export interface Act {
  readonly actor: Actor;
  /**
   * Records it at the end of a transaction that wrote anything.
   *
   * @param about things of the events of the transaction
   * @returns whether the transaction wrote
   */
  readonly record: (tx: Tx, about: readonly About[]) => Promise<boolean>;
}

/** The first transaction that wrote is the act; those that come after it in the same call are its consequences. */
interface OpenAct extends Act {
  isRecorded: boolean;
}

/** A call may leave several traces: in the audit log, and in the history of the desk. */
const open = new AsyncLocalStorage<readonly OpenAct[]>();
const abouts = new WeakMap<Tx, About[]>();

/** Runs a call whose act is recorded in the transaction that carries it out. */
export const asAct = <T>(act: Act, work: () => Promise<T>): Promise<T> =>
  open.run([...(open.getStore() ?? []), { ...act, isRecorded: false }], work);

/** Notes what the events of a transaction are about, where it belongs to an act. */
export function noteAbout(tx: Tx, events: readonly About[]): void {
  if (open.getStore()) abouts.set(tx, [...(abouts.get(tx) ?? []), ...events]);
}

/**
 * A database that records acts: in transactions of the actor's own, and in the owner's. Those of the organisation alone,
 * which a call makes beside its own, are Waybill's.
 */
export function withActs(db: Db): Db {
  const run = <T>(
    who: { readonly orgId: string } | undefined,
    work: (tx: Tx) => Promise<T>,
    send: (work: (tx: Tx) => Promise<T>) => Promise<T>,
  ): Promise<T> => {
    const acts = (open.getStore() ?? []).filter(
      ({ isRecorded, actor }) => !isRecorded && (who === undefined || who === actor),
    );
    return acts.length > 0 ? recorded(acts, work, send) : send(work);
  };
  return {
    ...db,
    as: (who, work) => run(who, work, (all) => db.as(who, all)),
    // Two statements are a transaction.
    alone: (who, work) => (open.getStore() ? run(who, work, (all) => db.as(who, all)) : db.alone(who, work)),
    owner: (work) => run(undefined, work, (all) => db.owner(all)),
  };
}

async function recorded<T>(
  acts: readonly OpenAct[],
  work: (tx: Tx) => Promise<T>,
  send: (work: (tx: Tx) => Promise<T>) => Promise<T>,
): Promise<T> {
  const wrote = new Set<OpenAct>();
  const result = await send(async (tx) => {
    wrote.clear();
    const value = await work(tx);
    for (const act of acts) if (await act.record(tx, abouts.get(tx) ?? [])) wrote.add(act);
    return value;
  });
  for (const act of wrote) act.isRecorded = true;
  return result;
}
