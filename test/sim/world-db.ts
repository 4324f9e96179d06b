import { Kysely, PostgresDialect, sql } from "kysely";
import type { PostgresPoolClient } from "kysely";
import pg from "pg";
import { types } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";

/** A connection on which one world lives at a time; its role and organisation stand until the next one comes. */
export interface WorldConnection {
  /** The world of this organisation, which is made by its owner first. */
  enter(orgId: string, make: (tx: Tx) => Promise<void>): Promise<Db>;
  close(): Promise<void>;
}

/**
 * As `openDb`, with fewer messages: measured, a statement's way to the server and back costs more than its work. A
 * transaction begins together with its first statement, and a statement is planned once.
 *
 * @param base what a world seldom needs is done there
 * @param onNotice hears what statements say to their connection
 */
export async function openWorldConnection(
  base: Db,
  config: pg.ClientConfig,
  onNotice: (message: string) => void,
): Promise<WorldConnection> {
  const client = new pg.Client({ ...config, types, pipeline: true });
  await client.connect();
  await client.query("set plan_cache_mode = force_generic_plan");
  client.on("notice", ({ message }) => onNotice(message ?? ""));
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: poolOf(client) }) });
  let here = "";
  const as: Db["as"] = ({ orgId }, work) => {
    if (orgId !== here) throw new Error("another world's organisation");
    return kysely.transaction().execute(work);
  };
  return {
    async enter(orgId, make) {
      await client.query("reset role");
      await kysely.transaction().execute(make);
      here = orgId;
      await kysely
        .connection()
        .execute((on) =>
          sql`select set_config('role', 'waybill_app', false), set_config('app.org', ${orgId}, false)`.execute(
            on,
          ),
        );
      return { ...base, as };
    },
    async close() {
      await kysely.destroy();
      await client.end();
    },
  };
}

/** One connection, held by one transaction after the other. */
function poolOf(client: pg.Client): { connect: () => Promise<PostgresPoolClient>; end: () => Promise<void> } {
  let last = Promise.resolve();
  return {
    async connect() {
      const before = last;
      let free = (): void => undefined;
      last = new Promise((resolve) => (free = resolve));
      await before;
      return clientOf(client, () => free());
    },
    end: () => Promise.resolve(),
  };
}

/** A statement as the server has planned it, and whether it reads alone. */
interface Planned {
  readonly name: string;
  readonly isRead: boolean;
}
const planned = new Map<string, Planned>();
const DOES_MORE = /\bfor (no key )?(update|share)\b|\b(queue_job|set_config|nextval|pg_\w*lock\w*)\b/i;
function planOf(text: string): Planned {
  const known = planned.get(text);
  if (known) return known;
  const isRead = /^\s*select\b/i.test(text) && !DOES_MORE.test(text);
  const plan = { name: `s${planned.size}`, isRead };
  planned.set(text, plan);
  return plan;
}

/**
 * A transaction begins with its first statement that writes or locks: what is read before sees the same outside of it,
 * as each statement has a view of its own.
 */
function clientOf(client: pg.Client, release: () => void): PostgresPoolClient {
  let isBegun = true;
  // Safe: kysely asks with a text and its values alone, and reads `command`, `rowCount` and `rows`.
  const query = (text: string, values: unknown[] = []): Promise<unknown> => {
    if (text === "begin") {
      isBegun = false;
      return Promise.resolve({ command: "BEGIN", rowCount: null, rows: [] });
    }
    const isEnd = text === "commit" || text === "rollback";
    if (isEnd && !isBegun) return Promise.resolve({ command: "COMMIT", rowCount: null, rows: [] });
    if (isEnd) return client.query(text);
    const { name, isRead } = planOf(text);
    // An error shows in the statement that follows.
    if (!isBegun && !isRead) client.query("begin").catch(() => undefined);
    isBegun ||= !isRead;
    return client.query({ name, text, values });
  };
  return { query, release } as unknown as PostgresPoolClient;
}
