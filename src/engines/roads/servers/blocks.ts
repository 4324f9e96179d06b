import { UNREACHABLE } from "../cost.ts";
import type { Matrix } from "../matrix.ts";

/** Cells of one answer: `null` where there is no way. */
export interface Cells {
  readonly seconds: readonly (readonly (number | null)[])[];
  readonly metres: readonly (readonly (number | null)[])[];
}

/** Asks for a matrix in squares that a server takes at once, one after the other. */
export async function inBlocks<P>(
  from: readonly P[],
  to: readonly P[],
  side: number,
  ask: (from: readonly P[], to: readonly P[]) => Promise<Cells>,
): Promise<Matrix> {
  const seconds = new Int32Array(from.length * to.length).fill(UNREACHABLE);
  const metres = new Int32Array(from.length * to.length).fill(UNREACHABLE);
  for (let top = 0; top < from.length; top += side)
    for (let left = 0; left < to.length; left += side) {
      const cells = await ask(from.slice(top, top + side), to.slice(left, left + side));
      cells.seconds.forEach((row, y) =>
        row.forEach((cell, x) => {
          const far = cells.metres[y]?.[x] ?? null;
          if (cell === null || far === null) return;
          const at = (top + y) * to.length + left + x;
          seconds[at] = Math.ceil(cell);
          metres[at] = Math.ceil(far);
        }),
      );
    }
  return { seconds, metres };
}
