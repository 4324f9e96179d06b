/** Says what was measured, so that the one who started this finds it among everything else. */
export const tellFigure = (what: string, value: string): void =>
  void process.stdout.write(`\nfigure: ${what}: ${value}\n`);

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** How long some work took, in seconds. */
export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
