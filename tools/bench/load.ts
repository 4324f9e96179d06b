export interface Figures {
  readonly name: string;
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly failed: number;
}

const AT_ONCE = 8;

/** Repeats a call from eight callers at once for some seconds. Times are milliseconds. */
export async function load(name: string, seconds: number, once: () => Promise<unknown>): Promise<Figures> {
  const times: number[] = [];
  let failed = 0;
  const end = performance.now() + seconds * 1000;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      const began = performance.now();
      await once().then(
        () => times.push(performance.now() - began),
        () => (failed += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, caller));
  return {
    name,
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    failed,
  };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const round = (value: number, digits = 1): string => value.toFixed(digits);
