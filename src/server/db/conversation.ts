import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import pg from "pg";
import type { NameOf } from "./statement-names.ts";

/** Members of the driver's query that its types leave out. */
interface DriverQuery {
  name: string | undefined;
  submit(connection: pg.Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleError(error: Error, connection: DriverConnection): void;
}
/** Names that were sent to the server, and of which it has not said yet that it knows them. */
type DriverConnection = pg.Connection & { readonly submittedNamedStatements: Record<string, string> };
// Safe: the driver says how queries of one's own are made of its class.
const DriverQuery = pg.Query as unknown as new (config: object) => DriverQuery;

/** Commands sent before a statement in the same message, as bytes and as text. */
export interface Preface {
  readonly bytes: Buffer;
  readonly commands: readonly string[];
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 0xff]);
function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
const frame = (kind: string, ...body: Buffer[]): Buffer => {
  const whole = Buffer.concat(body);
  return Buffer.concat([Buffer.from(kind), int32(whole.length + 4), whole]);
};
const NO_NAME = Buffer.from("\0");
const NONE = int16(0);

/**
 * Commands without values as bytes: parse, bind and execute each, and no sync. The server leaves out whatever follows a
 * part that failed, up to the next sync, so a statement behind them never runs without them.
 *
 * @see https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-EXT-QUERY
 */
export function prefaceOf(...commands: readonly string[]): Preface {
  const bytes = commands.flatMap((text) => [
    frame("P", NO_NAME, Buffer.from(`${text}\0`), NONE),
    frame("B", NO_NAME, NO_NAME, NONE, NONE, NONE),
    frame("E", NO_NAME, int32(0)),
  ]);
  return { bytes: Buffer.concat(bytes), commands };
}

interface Statement {
  readonly text: string;
  readonly values: unknown[];
  readonly name?: string;
}

/** A statement with its preface as one message; only the statement's rows are read. */
class PrefacedQuery extends DriverQuery {
  readonly #preface: Preface;
  /** The driver takes any word that a text was parsed for a word on the statement that is named then. */
  #name: string | undefined;
  /** Commands of the preface. */
  readonly says: readonly string[];
  #toSkip: number;

  constructor(preface: Preface, statement: Statement) {
    super({ ...statement, queryMode: "extended" });
    this.#preface = preface;
    this.says = preface.commands;
    this.#toSkip = preface.commands.length;
  }

  override submit(connection: pg.Connection): Error | null {
    connection.stream.cork();
    try {
      connection.stream.write(this.#preface.bytes);
      return super.submit(connection);
    } finally {
      connection.stream.uncork();
      this.#name = this.name;
      if (this.#toSkip > 0) this.name = undefined;
    }
  }

  override handleDataRow(message: unknown): void {
    if (this.#toSkip === 0) super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#toSkip === 0) super.handleCommandComplete(message, connection);
    else if (--this.#toSkip === 0) this.name = this.#name;
  }

  override handleError(error: Error, connection: DriverConnection): void {
    if (this.#toSkip > 0 && this.#name !== undefined)
      Reflect.deleteProperty(connection.submittedNamedStatements, this.#name);
    super.handleError(error, connection);
  }
}

/** Told after each message: whether it failed, and of what. */
export type OnAnswer = (error?: unknown) => void;

export interface Terms {
  readonly preface: Preface;
  /** Each statement is a transaction by itself, with the preface; otherwise the first one begins one for all. */
  readonly alone?: "reading" | "writing";
}

/** Statements on one connection while it is held. The beginning of a transaction travels with its first statement. */
export class Conversation implements DatabaseConnection {
  readonly #client: pg.ClientBase;
  readonly #terms: Terms;
  readonly #onAnswer: OnAnswer;
  readonly #nameOf: NameOf;
  /** The message that began the transaction: nothing is sent behind one that failed. */
  #begun: Promise<pg.QueryResult> | undefined;
  #isOver = false;

  constructor(client: pg.ClientBase, terms: Terms, onAnswer: OnAnswer, nameOf: NameOf = () => ({})) {
    this.#client = client;
    this.#terms = terms;
    this.#onAnswer = onAnswer;
    this.#nameOf = nameOf;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#begun) await this.#begun;
    if (this.#isOver) throw new Error("the transaction is over");
    const statement = { text: sql, values: [...parameters], ...this.#nameOf(sql) };
    const { command, rowCount, rows } = await this.#tell(() =>
      this.#begun ? this.#client.query(statement) : this.#first(statement),
    );
    return {
      // Safe: rows are typed where they are read.
      rows: rows as R[],
      ...(command !== "SELECT" && typeof rowCount === "number" && { numAffectedRows: BigInt(rowCount) }),
    };
  }

  /** Sends nothing from now on: the connection is about to be another's. */
  close(): void {
    this.#isOver = true;
  }

  /** Ends the transaction, if it ever began. */
  async end(how: "commit" | "rollback"): Promise<void> {
    this.close();
    if (this.#begun) await this.#tell(() => this.#client.query(how));
  }

  streamQuery(): never {
    throw new Error("rows are read whole");
  }

  #first(statement: Statement): Promise<pg.QueryResult> {
    const asked = prefaced(this.#client, this.#terms.preface, statement);
    if (!this.#terms.alone) this.#begun = asked;
    return asked;
  }

  async #tell<T>(ask: () => Promise<T>): Promise<T> {
    try {
      const result = await ask();
      this.#onAnswer();
      return result;
    } catch (error) {
      this.#onAnswer(error);
      throw this.#terms.alone === "reading" && isWrite(error)
        ? new Error(error.message, { cause: error })
        : error;
    }
  }
}

/** A write where only reading is allowed. Elsewhere the server became a standby; here the code is wrong. */
const isWrite = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === "25006";

function prefaced(client: pg.ClientBase, preface: Preface, statement: Statement): Promise<pg.QueryResult> {
  return new Promise<pg.QueryResult>((resolve, reject) => {
    const query = new PrefacedQuery(preface, statement);
    const done = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result));
    client.query(Object.assign(query, { callback: done }));
  }).catch((error: unknown) => {
    // The driver's own trace ends at its socket.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  });
}
