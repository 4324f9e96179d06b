import type { Zone } from "./zone.ts";

const same = (a: Zone, b: Zone): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Puts one's own changes on top of somebody else's: zones that were changed here stay as they are here, the others follow
 * theirs. The order is the own one, with their new zones at its end.
 */
export function merged(base: readonly Zone[], mine: readonly Zone[], theirs: readonly Zone[]): Zone[] {
  const inBase = new Map(base.map((zone) => [zone.code, zone]));
  const inTheirs = new Map(theirs.map((zone) => [zone.code, zone]));
  const kept = mine.flatMap((zone): Zone[] => {
    const was = inBase.get(zone.code);
    if (!was || !same(was, zone)) return [zone];
    const other = inTheirs.get(zone.code);
    return other ? [other] : [];
  });
  const fresh = theirs.filter(
    (zone) => !inBase.has(zone.code) && !mine.some(({ code }) => code === zone.code),
  );
  return [...kept, ...fresh];
}
