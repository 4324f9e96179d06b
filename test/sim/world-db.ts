import { PostgresQueryCompiler, sql } from "kysely";
import type { RawNode, ValueNode } from "kysely";
import pg from "pg";
import { types } from "#server/db/db.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { openWire } from "./wire.ts";
import type { Answer, Statement, Wire } from "./wire.ts";

/** A connection on which one world lives at a time; its role and organisation stand until the next one comes. */
export interface WorldConnection {
  /** The world of this organisation, which is made by its owner first. */
  enter(orgId: string, make: (tx: Tx) => Promise<void>): Promise<Db>;
  close(): Promise<void>;
}

/**
 * As `openDb`, with fewer messages: measured, a statement's way to the server and back costs more than its work. A
 * statement is planned once, and a transaction needs no messages of its own.
 *
 * @param base what a world never needs is done there
 * @param onNotice hears what statements say to their connection
 */
export async function openWorldConnection(
  base: Db,
  config: pg.ClientConfig,
  onNotice: (message: string) => void,
): Promise<WorldConnection> {
  const client = new pg.Client({ ...config, types });
  await client.connect();
  await client.query(PLANNER);
  client.on("notice", ({ message }) => onNotice(message ?? ""));
  // Safe: a client has its connection there.
  const wire = openWire((client as unknown as { connection: pg.Connection }).connection, types);
  const statements = new WeakMap<object, Statement>();
  let last: Promise<unknown> = Promise.resolve();
  let here = "";
  const transact = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    try {
      const result = await work(txOn(wire, statements));
      wire.commit();
      return result;
    } catch (error) {
      await wire.rollback();
      throw error;
    }
  };
  const inTurn = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const turn = last.then(() => transact(work));
    last = turn.catch(() => undefined);
    return turn;
  };
  const as: Db["as"] = ({ orgId }, work) => {
    if (orgId !== here) throw new Error("another world's organisation");
    return inTurn(work);
  };
  return {
    async enter(orgId, make) {
      await inTurn(async (tx) => {
        await sql`reset role`.execute(tx);
        await make(tx);
        await sql`select set_config('role', 'waybill_app', false), set_config('app.org', ${orgId}, false)`.execute(
          tx,
        );
      });
      here = orgId;
      return { ...base, as };
    },
    close: () => client.end(),
  };
}

/** Plans are made once, while the tables are still empty, and are to hold when thousands of worlds are in them. */
const PLANNER = ["enable_seqscan", "enable_bitmapscan", "enable_hashjoin", "enable_mergejoin"]
  .map((setting) => `set ${setting} = off`)
  .concat("set plan_cache_mode = force_generic_plan")
  .join("; ");

const compiler = new PostgresQueryCompiler();
const NO_QUERY = { queryId: "" };

/** The part of a transaction that the modules use: that it runs `sql`. */
function txOn(wire: Wire, statements: WeakMap<object, Statement>): Tx {
  const executor = {
    transformQuery: (node: RawNode) => node,
    compileQuery: (node: RawNode) => node,
    async executeQuery(node: RawNode) {
      const plain = node.parameters.every(isPlain);
      const known = plain ? statements.get(node.sqlFragments) : undefined;
      if (known) return resultOf(await wire.ask(known, valuesOf(node)));
      const { sql: text, parameters } = compiler.compileQuery(node, NO_QUERY);
      const statement = wire.statement(text);
      if (plain) statements.set(node.sqlFragments, statement);
      return resultOf(await wire.ask(statement, parameters));
    },
  };
  // Safe: the modules write all of their statements with `sql`, which needs no more.
  return { getExecutor: () => executor } as unknown as Tx;
}

/** A value alone: the text does not depend on it. */
const isPlain = (node: { readonly kind: string }): boolean =>
  node.kind === "ValueNode" && !("immediate" in node && node.immediate === true);
// Safe: all are plain.
const valuesOf = (node: RawNode): unknown[] => node.parameters.map((one) => (one as ValueNode).value);

/** As kysely says it. */
function resultOf({ rows, command }: Answer): { rows: unknown[]; numAffectedRows?: bigint } {
  const [verb = "", ...counts] = command.split(" ");
  return /^(INSERT|UPDATE|DELETE|MERGE)$/.test(verb)
    ? { rows, numAffectedRows: BigInt(counts.at(-1) ?? 0) }
    : { rows };
}
