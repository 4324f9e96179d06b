import { hashOf } from "./hash.ts";

/** The last row's sort key: the next page starts after it. Numbers in it are instants. */
export type CursorKey = readonly (string | number)[];

/**
 * An opaque page mark bound to what the list was asked for: it fits no other filter or order.
 *
 * @param list everything that decides which rows come in which order
 */
export function cursorOf(list: unknown, key: CursorKey): string {
  return Buffer.from(JSON.stringify([mark(list), ...key])).toString("base64url");
}

/** The key in a cursor, or `undefined` when it was made for another list or tampered with. */
export function keyOfCursor(list: unknown, cursor: string): CursorKey | undefined {
  const parsed = parse(cursor);
  if (!Array.isArray(parsed) || parsed[0] !== mark(list)) return undefined;
  const key: unknown[] = parsed.slice(1);
  return key.every(isKeyPart) ? key : undefined;
}

const mark = (list: unknown): string => hashOf(list).slice(0, 12);

/** Beyond the year 2200 the calendars of this program and of the database differ. */
const LATEST = Date.UTC(2200, 0);

const isKeyPart = (part: unknown): part is string | number =>
  typeof part === "string" ? !part.includes("\u0000") : isInstant(part);

const isInstant = (part: unknown): boolean =>
  typeof part === "number" && Number.isSafeInteger(part) && Math.abs(part) < LATEST;

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
