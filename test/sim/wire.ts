import type { CustomTypesConfig, Connection } from "pg";
import { WireMessage } from "./wire-message.ts";

/** Result of a statement. */
export interface Answer {
  readonly rows: Record<string, unknown>[];
  /** As the server says it: `UPDATE 1`. */
  command: string;
}

/** A statement that the server has planned, or is about to. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  isKnown: boolean;
  columns: readonly { readonly name: string; readonly read: (text: string) => unknown }[];
}

/** One connection, on which one transaction follows the other. */
export interface Wire {
  statement(text: string): Statement;
  ask(statement: Statement, values: readonly unknown[]): Promise<Answer>;
  /** Ends the transaction; the server hears it together with what comes next. */
  commit(): void;
  rollback(): Promise<void>;
}

interface Waiting {
  /** Without one it is the end of a transaction. */
  readonly statement?: Statement | undefined;
  readonly answer: Answer;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
}

/**
 * Speaks to the server with as few messages as its protocol needs: what lies between two ends of a transaction is one
 * for the server without a `begin` and a `commit`, a statement is described once, and an end travels with what follows.
 * Measured: that is half of the processor time of a simulated world, here and at the server.
 *
 * @param connection after its handshake; from now on nobody else uses it
 */
export function openWire(connection: Connection, types: CustomTypesConfig): Wire {
  const waiting: Waiting[] = [];
  const statements = new Map<string, Statement>();
  const message = new WireMessage();
  let [isOpen, owesEnd] = [false, false];
  /** Error that broke the transaction, or the end of one before. */
  let broken: unknown;

  const send = (): void => void connection.stream.write(message.take());
  const wait = (statement: Statement | undefined): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.push({ statement, answer: { rows: [], command: "" }, resolve, reject });
    });
  /** Ends what is under way; nobody waits for it. */
  const end = (): void => {
    message.sync();
    owesEnd = false;
    waiting.push({ answer: { rows: [], command: "" }, resolve: () => undefined, reject: () => undefined });
  };
  const fail = (error: unknown): void => {
    // The server leaves out whatever was sent before the end.
    while (waiting[0]?.statement) waiting.shift()?.reject(error);
    broken = error;
    isOpen = false;
    end();
    send();
  };

  const heard = {
    parseComplete: () => {
      const { statement } = waiting[0] ?? {};
      if (statement) statement.isKnown = true;
    },
    rowDescription: ({ fields }: { fields: Field[] }) => {
      const { statement } = waiting[0] ?? {};
      // Safe: what is asked for comes as text.
      const readerOf = (oid: number) => types.getTypeParser(oid, "text") as (text: string) => unknown;
      if (statement)
        statement.columns = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }));
    },
    dataRow: ({ fields }: { fields: (string | null)[] }) => {
      const [{ statement, answer } = {}] = waiting;
      const row: Record<string, unknown> = {};
      statement?.columns.forEach(({ name, read }, nth) => {
        const text = fields[nth] ?? null;
        row[name] = text === null ? null : read(text);
      });
      answer?.rows.push(row);
    },
    commandComplete: ({ text }: { text: string }) => {
      // A rollback says so too, and ends with the transaction.
      if (!waiting[0]?.statement) return;
      const [{ answer, resolve }] = waiting as [Waiting];
      waiting.shift();
      answer.command = text;
      resolve(answer);
    },
    noData: () => undefined,
    readyForQuery: () => {
      const done = waiting.shift();
      done?.resolve(done.answer);
    },
    errorMessage: (error: unknown) => {
      if (waiting[0]?.statement) return fail(error);
      // An end that fails has nobody to tell: the next statement tells it.
      broken ??= error;
    },
  };
  for (const [name, hear] of Object.entries(heard)) {
    connection.removeAllListeners(name);
    connection.on(name, hear);
  }

  return {
    statement(text) {
      const known = statements.get(text) ?? {
        name: `s${statements.size}`,
        text,
        isKnown: false,
        columns: [],
      };
      statements.set(text, known);
      return known;
    },
    ask(statement, values) {
      if (broken !== undefined) return Promise.reject(broken);
      if (owesEnd) end();
      isOpen = true;
      if (!statement.isKnown) message.parse(statement.name, statement.text);
      message.run(statement.name, values);
      send();
      return wait(statement);
    },
    commit() {
      owesEnd ||= isOpen;
      isOpen = false;
    },
    async rollback() {
      broken = undefined;
      if (!isOpen) return;
      isOpen = false;
      message.rollback();
      send();
      await wait(undefined);
    },
  };
}
