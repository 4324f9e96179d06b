import { codeOf } from "./db.ts";

/** Codes of PostgreSQL and the system: connection (08…), too many (53…), stopped (57P…); no way to the server. */
const GONE = /^(08\d{3}|53\d{3}|57P0\d|25P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)$/;
/** A statement that was cut off, a lock or a race that did not clear up. */
const CONTENDED = /^(57014|55P03|40001|40P01)$/;
/** What the driver says without a code. */
const DRIVER = /^(timeout exceeded when trying to connect|Connection terminated)/;
const SLOW = /^Query read timeout/;

/** Whether there is no way to the database: the next call would meet the same. */
export const isGone = (thrown: unknown): boolean =>
  thrown instanceof Error && (GONE.test(codeOf(thrown)) || DRIVER.test(thrown.message));

/** Whether the database did not answer in time: worth another try, and nobody's mistake. */
export const isOutOfReach = (thrown: unknown): boolean =>
  isGone(thrown) ||
  (thrown instanceof Error && (CONTENDED.test(codeOf(thrown)) || SLOW.test(thrown.message)));
