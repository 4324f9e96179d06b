/** A rule of a list that is saved as a whole; its code stays while all else of it may change. */
export interface Coded {
  readonly code: string;
}

/** Codes of the items that are new or differ, and "order" where those of both stand in another one. */
export function changesBetween<I extends Coded>(before: readonly I[], after: readonly I[]): string[] {
  const changed = after.filter((item) => {
    const was = before.find(({ code }) => code === item.code);
    return was === undefined || !isSame(was, item);
  });
  const isMoved = orderOf(before, after) !== orderOf(after, before);
  return [...changed.map(({ code }) => code), ...(isMoved ? ["order"] : [])];
}

/** Codes of those items that the other list has, too. */
const orderOf = (items: readonly Coded[], others: readonly Coded[]): string =>
  items
    .filter(({ code }) => others.some((one) => one.code === code))
    .map(({ code }) => code)
    .join();

/** Whether both say the same, in whatever order their members stand. */
const isSame = (a: Coded, b: Coded): boolean =>
  JSON.stringify(Object.entries(a).toSorted(byName)) === JSON.stringify(Object.entries(b).toSorted(byName));
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** A member that only one side changed is theirs; of what both changed one's own stays. Objects are told apart by member. */
function merged(was: unknown, mine: unknown, theirs: unknown): unknown {
  if (JSON.stringify(was) === JSON.stringify(mine)) return theirs;
  if (!isRecord(was) || !isRecord(mine) || !isRecord(theirs)) return mine;
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])];
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = merged(was[name], mine[name], theirs[name]);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Puts one's own changes on top of what others made of the list meanwhile; what either added stays, and so does what either
 * changed of the same item.
 */
export function rebased<I extends Coded>(was: readonly I[], mine: readonly I[], theirs: readonly I[]): I[] {
  const own = new Set(changesBetween(was, mine));
  const isIn = (items: readonly I[], code: string) => items.some((one) => one.code === code);
  const [first, second] = own.has("order") ? [mine, theirs] : [theirs, mine];
  const codes = [...new Set([...first, ...second].map(({ code }) => code))].filter(
    (code) => isIn(theirs, code) || !isIn(was, code),
  );
  const pick = (from: readonly I[], code: string): I | undefined => from.find((one) => one.code === code);
  return codes.flatMap((code) => {
    const [before, ours, others] = [pick(was, code), pick(mine, code), pick(theirs, code)];
    // Safe: each member is one of an item of this type.
    if (before && ours && others) return [merged(before, ours, others) as I];
    return (own.has(code) ? ours : others) ?? [];
  });
}
