/** A rule of a list that is saved as a whole; its code stays while all else of it may change. */
export interface Coded {
  readonly code: string;
}

/** Codes of the items that are new or differ, and "order" where they stand in another one. */
export function changesBetween<I extends Coded>(before: readonly I[], after: readonly I[]): string[] {
  const changed = after.filter((item) => {
    const was = before.find(({ code }) => code === item.code);
    return was === undefined || !isSame(was, item);
  });
  return [...changed.map(({ code }) => code), ...(orderOf(before) === orderOf(after) ? [] : ["order"])];
}

const orderOf = (items: readonly Coded[]): string => items.map(({ code }) => code).join();

/** Whether both say the same, in whatever order their members stand. */
const isSame = (a: Coded, b: Coded): boolean =>
  JSON.stringify(Object.entries(a).toSorted(byName)) === JSON.stringify(Object.entries(b).toSorted(byName));
const byName = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : 1);

/** Puts one's own changes on top of what others made of the list meanwhile; what either added stays. */
export function rebased<I extends Coded>(was: readonly I[], mine: readonly I[], theirs: readonly I[]): I[] {
  const own = new Set(changesBetween(was, mine));
  const isIn = (items: readonly I[], code: string) => items.some((one) => one.code === code);
  const [first, second] = own.has("order") ? [mine, theirs] : [theirs, mine];
  const codes = [...new Set([...first, ...second].map(({ code }) => code))].filter(
    (code) => isIn(theirs, code) || !isIn(was, code),
  );
  const pick = (from: readonly I[], code: string): I[] => from.filter((one) => one.code === code);
  return codes.flatMap((code) => pick(own.has(code) ? mine : theirs, code));
}
