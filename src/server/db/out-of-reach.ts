import { codeOf } from "./db.ts";
import { isWithoutAnswer } from "./without-answer.ts";

/**
 * Codes of PostgreSQL and the system: connection (08…), too many or a full disk (53…), stopped (57P…), a disk that
 * fails (58…), a server that became a standby; no way to the server.
 */
const GONE = /^(08\w{3}|53\w{3}|57P0\d|58\w{3}|25P03|25006|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;
/** A statement that was cut off, a lock or a race that did not clear up. */
const CONTENDED = /^(57014|55P03|40\w{3})$/;
/** The driver's sentences without a code, for callers of the bare pool. */
const DRIVER =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end)/;
const SLOW = /^Query read timeout/;

/** The socket of a server that does not run is a file that is missing. */
const isOfSocket = (thrown: Error): boolean => "syscall" in thrown && thrown.syscall === "connect";

/** Whether there is no way to the database: the next call would meet the same. */
export const isGone = (thrown: unknown): boolean =>
  thrown instanceof Error &&
  !SLOW.test(thrown.message) &&
  (isWithoutAnswer(thrown) || isOfSocket(thrown) || GONE.test(codeOf(thrown)) || DRIVER.test(thrown.message));

/** Whether the database did not answer in time: worth another try, and nobody's mistake. */
export const isOutOfReach = (thrown: unknown): boolean =>
  isGone(thrown) ||
  (thrown instanceof Error && (CONTENDED.test(codeOf(thrown)) || SLOW.test(thrown.message)));
