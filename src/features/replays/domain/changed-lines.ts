import type { Price } from "#features/quotes/domain/price.ts";

/** A line of a price that the draft changes; minor units, null where the line is not there. */
export interface ChangedLine {
  /** Rule, or `tax` with its rate in hundredths of a per cent. */
  readonly ruleId: string;
  readonly title: string;
  readonly was: number | null;
  readonly now: number | null;
}

type Amounts = Pick<Price, "lines" | "taxes">;
type Line = Omit<ChangedLine, "was" | "now"> & { readonly minor: number };

/** Lines by their rule; taxes by their rate. */
function linesOf({ lines, taxes }: Amounts): ReadonlyMap<string, Line> {
  const all = [
    ...lines.map(({ ruleId, inputs, amount }) => ({
      ruleId,
      title: String(inputs["title"] ?? ruleId),
      minor: amount.minor,
    })),
    ...taxes.map(({ basisPoints, amount }) => ({
      ruleId: `tax ${basisPoints}`,
      title: "",
      minor: amount.minor,
    })),
  ];
  const found = new Map<string, Line>();
  for (const line of all) {
    const before = found.get(line.ruleId);
    found.set(line.ruleId, before ? { ...before, minor: before.minor + line.minor } : line);
  }
  return found;
}

/** Lines that differ between two prices, in the order of the new one, then those that are gone. */
export function changedLines(was: Amounts, now: Amounts): ChangedLine[] {
  const [before, after] = [linesOf(was), linesOf(now)];
  const gone = [...before.values()].filter(({ ruleId }) => !after.has(ruleId));
  return [...after.values(), ...gone].flatMap(({ ruleId, title }) => {
    const line = {
      ruleId,
      title,
      was: before.get(ruleId)?.minor ?? null,
      now: after.get(ruleId)?.minor ?? null,
    };
    return line.was === line.now ? [] : [line];
  });
}
