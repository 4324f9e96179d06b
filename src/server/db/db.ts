import { AsyncLocalStorage } from "node:async_hooks";
import { DefaultQueryExecutor, PostgresAdapter, PostgresQueryCompiler, sql } from "kysely";
import type { QueryExecutorProvider, QueryResult, RawBuilder } from "kysely";
import pg from "pg";
import { isUuid } from "#kernel/id.ts";
import { Refusal } from "#kernel/refusal.ts";
import { Conversation, prefaceOf } from "./conversation.ts";
import type { Terms } from "./conversation.ts";
import { type Note, traced } from "../tracing/traced.ts";
import { statementNames } from "./statement-names.ts";
import { markWithoutAnswer } from "./without-answer.ts";

/** One open transaction. Rows are typed where they are read: there is no table interface. */
export type Tx = QueryExecutorProvider;

export interface Db {
  /** Runs `work` as the application role, seeing and writing only rows of this organisation. */
  as<T>(who: { readonly orgId: string }, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As `as` for what only reads: each statement is a transaction by itself, in one message with its fence. Statements
   * of `as` see each what was committed before them, too.
   */
  read<T>(who: { readonly orgId: string }, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * As `read` for what one statement writes whole: each statement is a transaction by itself. Events are for `as`, since
   * what follows from them belongs into their transaction.
   */
  alone<T>(who: { readonly orgId: string }, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `work` as the owner, outside the fences: migrations, sign-in, jobs that span organisations. */
  owner<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** How many messages `work` sends, for budgets; not what those who hear of its events send. */
  countStatements<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }>;
  /** Called after a transaction that emitted events has committed, with that transaction. @returns ends it */
  onEmitted(listener: (tx: Tx) => void): () => void;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** A statement that the server knows by its name no more, or whose columns are others since a migration. */
const STALE = new Set(["26000", "0A000"]);
const TRANSIENT = new Set(["40001", "40P01", ...STALE]);
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

/** Whether driver and server may disagree about what they sent: an answer is missing, the driver failed, a name is stale. */
const isUnsure = (error: unknown): boolean =>
  !(error instanceof pg.DatabaseError) || STALE.has(codeOf(error));

/** Runs `sql` on one transaction: `sql` alone is all that we ask of Kysely. */
const [compiler, adapter] = [new PostgresQueryCompiler(), new PostgresAdapter()];

/** Compiles only. */
const EXECUTOR = new DefaultQueryExecutor(compiler, adapter, {
  provideConnection: () => Promise.reject(new Error("a part of a statement is not sent by itself")),
});

function txOn(conversation: Conversation): Tx {
  const provider = { provideConnection: <T>(use: (one: Conversation) => Promise<T>) => use(conversation) };
  const executor = new DefaultQueryExecutor(compiler, adapter, provider);
  return { getExecutor: () => executor };
}

/** The transaction that its caller began on this connection, and ends. */
export const txOver = (client: pg.ClientBase): Tx =>
  txOn(new Conversation(client, { preface: prefaceOf() }, () => undefined));

/** Compiles a part of statements without values once: otherwise each call visits all of its nodes. */
export function fixed<T>(part: RawBuilder<T>): RawBuilder<T> {
  const { sql: text, parameters } = part.compile({ getExecutor: () => EXECUTOR });
  if (parameters.length > 0) throw new Error("a fixed part holds no values");
  return sql.raw(text.replace(/\n\s*/g, " "));
}

/** Place of a value that comes later. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Gives the place of a value by its name. */
export type At<V> = <K extends keyof V & string>(name: K) => V[K];

/**
 * A statement that is compiled once and sent with other values each time, for what is sent very often: compiling costs
 * as much as a rule or two. Values are taken as they are, so parts that compute with theirs do not fit.
 *
 * @param build of places for values, each by its name
 */
export function statement<V extends object, R>(
  build: (at: At<V>) => RawBuilder<R>,
): (tx: Tx, values: V) => Promise<QueryResult<R>> {
  // Safe: a place goes nowhere but into the compiled statement's list of values, where the value replaces it.
  const query = build((name) => new Slot(name) as never).compile({ getExecutor: () => EXECUTOR });
  const text = query.sql.replace(/\n\s*/g, " ");
  return async (tx, values) => {
    const parameters = query.parameters.map((one): unknown =>
      one instanceof Slot ? Reflect.get(values, one.name) : one,
    );
    return tx.getExecutor().executeQuery<R>({ ...query, sql: text, parameters });
  };
}

const BEGIN = "begin";

/** Makes what follows in the transaction the application role's, of one organisation. */
function fenceOf(orgId: string): string {
  if (!isUuid(orgId)) throw new Error("an organisation is named by a UUID");
  return `select set_config('role', 'waybill_app', true), set_config('app.org', '${orgId}', true)`;
}

/** How an organisation's transactions begin. */
interface Fences {
  readonly begun: Terms;
  readonly alone: Terms;
  readonly reading: Terms;
}
const fences = new Map<string, Fences>();
/** There is one organisation for each carrier: few. */
const MOST_FENCES = 1_000;

function fencesOf(orgId: string): Fences {
  const known = fences.get(orgId);
  if (known) return known;
  if (fences.size >= MOST_FENCES) fences.clear();
  const fence = fenceOf(orgId);
  const made: Fences = {
    begun: { preface: prefaceOf(BEGIN, fence) },
    alone: { preface: prefaceOf(fence), alone: "writing" },
    reading: {
      preface: prefaceOf(`${fence}, set_config('transaction_read_only', 'on', true)`),
      alone: "reading",
    },
  };
  fences.set(orgId, made);
  return made;
}

const ON_DATABASE = {
  name: "transaction",
  kind: "client",
  facts: { "db.system.name": "postgresql" },
} as const;
const isNoRefusal = (error: unknown): boolean => !(error instanceof Refusal);

const OWNER: Terms = { preface: prefaceOf(BEGIN) };

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
  const nameOf = statementNames();
  const counters = new AsyncLocalStorage<{ statements: number }>();
  const listeners = new Set<(tx: Tx) => void>();
  let closing: Promise<void> | undefined;
  const onAnswer = (error?: unknown): void => {
    const counter = counters.getStore();
    if (counter) counter.statements += 1;
    markWithoutAnswer(error);
  };

  /** Runs `work` on a connection of the pool, again where a race of others was in its way. */
  const converse = <T>(terms: Terms, work: (with_: Conversation) => Promise<T>): Promise<T> =>
    traced({ ...ON_DATABASE, isFault: isNoRefusal }, (note) => converseTraced(terms, work, note));
  const converseTraced = async <T>(
    terms: Terms,
    work: (with_: Conversation) => Promise<T>,
    note: Note,
  ): Promise<T> => {
    let statements = 0;
    for (let attempt = 1; ; attempt += 1) {
      const client = await pool.connect().catch((error: unknown) => {
        markWithoutAnswer(error);
        throw error;
      });
      let isLost = false;
      const heard = (error?: unknown): void => {
        onAnswer(error);
        statements += 1;
        if (error !== undefined && isUnsure(error)) isLost = true;
      };
      const conversation = new Conversation(client, terms, heard, nameOf);
      try {
        return await work(conversation);
      } catch (error) {
        if (attempt >= TRIES || !TRANSIENT.has(codeOf(error))) throw error;
      } finally {
        conversation.close();
        note({ "waybill.statements": statements, "waybill.tries": attempt });
        // A statement without its answer may still run on this connection: nothing else is to wait behind it.
        client.release(isLost);
      }
      await new Promise((resolve) => setTimeout(resolve, attempt * 15));
    }
  };

  const run = async <T>(terms: Terms, work: (tx: Tx) => Promise<T>): Promise<T> => {
    let emitted: Tx | undefined;
    const result = await converse(terms, async (conversation) => {
      emitted = undefined;
      const tx = txOn(conversation);
      try {
        const value = await work(tx);
        await conversation.end("commit");
        if (emittedIn.has(tx)) emitted = tx;
        return value;
      } catch (error) {
        await conversation.end("rollback");
        throw error;
      }
    });
    if (emitted) for (const listener of listeners) counters.exit(listener, emitted);
    return result;
  };

  return {
    as: async (who, work) => run(fencesOf(who.orgId).begun, work),
    read: async (who, work) =>
      converse(fencesOf(who.orgId).reading, (conversation) => work(txOn(conversation))),
    alone: async (who, work) =>
      converse(fencesOf(who.orgId).alone, async (conversation) => {
        const tx = txOn(conversation);
        const value = await work(tx);
        if (emittedIn.has(tx)) throw new Error("events are emitted in a transaction");
        return value;
      }),
    owner: (work) => run(OWNER, work),
    countStatements: async (work) => {
      const counter = { statements: 0 };
      const result = await counters.run(counter, work);
      return { result, statements: counter.statements };
    },
    onEmitted: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    pool,
    close: () => (closing ??= pool.end()),
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

/** The ids of a query's rows, in its order. */
export const idsOf = async (tx: Tx, query: RawBuilder<{ id: string }>): Promise<string[]> =>
  (await rows(tx, query)).map(({ id }) => id);

/** A value for a jsonb column: always text, since `pg` would turn a JS array into a PostgreSQL array. */
export const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
