import { AsyncLocalStorage } from "node:async_hooks";
import { CompiledQuery, Kysely, PostgresDialect, PostgresDriver, sql } from "kysely";
import type { RawBuilder, Transaction } from "kysely";
import pg from "pg";
import { markWithoutAnswer } from "./without-answer.ts";

/** One open transaction. Rows are typed where they are read: there is no table interface. */
export type Tx = Transaction<unknown>;

export interface Db {
  /** Runs `work` as the application role, seeing and writing only rows of this organisation. */
  as<T>(who: { readonly orgId: string }, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` as the owner, outside the fences: migrations, sign-in, jobs that span organisations. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many statements `work` sends, for budgets; not what those who hear of its events send. */
  countStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }>;
  /** Called after a transaction that emitted events has committed, with that transaction. */
  onEmitted(listener: (tx: Tx) => void): void;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const TRANSIENT = new Set(["40001", "40P01"]);
const TRIES = 4;
const emittedIn = new WeakSet<Tx>();

/** Marks the transaction as one whose readers must be told after the commit. */
export const markEmitted = (tx: Tx): void => void emittedIn.add(tx);

/** bigint, timestamptz (to UTC ms) and date (as text) are turned once, here. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  20: (text) => {
    const n = Number(text);
    if (!Number.isSafeInteger(n)) throw new RangeError(`int8 beyond 2^53: ${text}`);
    return n;
  },
  1082: (text) => text,
  1184: (text) => Date.parse(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00")),
};

/** How values are read from their text. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: "text" | "binary") =>
    (format !== "binary" && PARSERS[oid]) || pg.types.getTypeParser(oid, format),
};

/** A pool whose dying connections end nothing: one that dies idle is replaced at the next use, one in use rejects its query. */
export function calmPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

/** Leaves it to the first statement of a transaction to begin it, so that beginning and fencing are one message. */
class UnbegunDriver extends PostgresDriver {
  override beginTransaction(): Promise<void> {
    return Promise.resolve();
  }
}

/** A dialect whose transactions are begun by `openDb` alone. */
class UnbegunDialect extends PostgresDialect {
  readonly #pool: pg.Pool;
  constructor(pool: pg.Pool) {
    super({ pool });
    this.#pool = pool;
  }
  override createDriver(): PostgresDriver {
    return new UnbegunDriver({ pool: this.#pool });
  }
}

/** Begins as the application role of one organisation. The server leaves out what follows a part that failed. */
const beginAs = (orgId: string): string =>
  `begin; select set_config('role', 'waybill_app', true), set_config('app.org', ${pg.escapeLiteral(orgId)}, true)`;

/**
 * Opens the pool. Every wait has an end: a dead network fails in 2.5 s instead of hanging for ever.
 *
 * @param connection a `postgres://` URL, or host, port, user… of the embedded server
 */
export function openDb(connection: pg.ClientConfig, max = 10): Db {
  const pool = calmPool({
    ...connection,
    max,
    types,
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    keepAlive: true,
  });
  const counters = new AsyncLocalStorage<{ statements: number }>();
  const kysely = new Kysely<unknown>({
    dialect: new UnbegunDialect(pool),
    log: (event) => {
      const counter = counters.getStore();
      if (counter) counter.statements += 1;
      if (event.level === "error") markWithoutAnswer(event.error);
    },
  });
  const listeners = new Set<(tx: Tx) => void>();

  const run = async <T>(begin: string, work: (tx: Tx) => Promise<T>): Promise<T> => {
    for (let attempt = 1; ; attempt += 1) {
      let begun = false;
      try {
        let emitted: Tx | undefined;
        const result = await kysely.transaction().execute(async (tx) => {
          await tx.executeQuery(CompiledQuery.raw(begin));
          begun = true;
          const value = await work(tx);
          if (emittedIn.has(tx)) emitted = tx;
          return value;
        });
        if (emitted) for (const listener of listeners) counters.exit(listener, emitted);
        return result;
      } catch (error) {
        if (!begun) markWithoutAnswer(error);
        if (attempt >= TRIES || !TRANSIENT.has(codeOf(error))) throw error;
        await new Promise((resolve) => setTimeout(resolve, attempt * 15));
      }
    }
  };

  return {
    as: (who, work) => run(beginAs(who.orgId), work),
    owner: (work) => run("begin", work),
    countStatements: async (work) => {
      const counter = { statements: 0 };
      const result = await counters.run(counter, work);
      return { result, statements: counter.statements };
    },
    onEmitted: (listener) => void listeners.add(listener),
    pool,
    close: () => kysely.destroy(),
  };
}

/** PostgreSQL's five-character error code, or an empty text for anything else. */
export function codeOf(error: unknown): string {
  return typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
}

/** All rows of a query. */
export async function rows<R>(tx: Tx, query: RawBuilder<R>): Promise<R[]> {
  return (await query.execute(tx)).rows;
}

/** The first row of a query, if there is one. */
export async function first<R>(tx: Tx, query: RawBuilder<R>): Promise<R | undefined> {
  return (await rows(tx, query))[0];
}

/** A value for a jsonb column: always text, since `pg` would turn a JS array into a PostgreSQL array. */
export const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
