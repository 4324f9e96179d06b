import pg from "pg";

const marked = new WeakSet<object>();

/**
 * Marks what the driver threw in place of an answer of the server: the connection was cut, or could not be made. The
 * driver says so in a dozen sentences without a code, so they are told by where they come from. Errors of its parsers
 * (RangeError, TypeError) are bugs and are not marked.
 */
export function markWithoutAnswer(thrown: unknown): void {
  if (!(thrown instanceof Error) || thrown instanceof pg.DatabaseError) return;
  if (thrown.name === "Error" || thrown instanceof AggregateError) marked.add(thrown);
}

export const isWithoutAnswer = (thrown: Error): boolean => marked.has(thrown);
