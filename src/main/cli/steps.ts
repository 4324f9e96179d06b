/** Prints the progress of a start: one line per finished step, with its seconds. */
export interface Steps {
  run<T>(done: string, work: () => Promise<T>): Promise<T>;
  /** A sentence between the steps. */
  say(sentence: string): void;
}

export function printSteps(write: (line: string) => void): Steps {
  return {
    async run(done, work) {
      const began = performance.now();
      const result = await work();
      write(`${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s  ${done}`);
      return result;
    },
    say: (sentence) => write(`          ${sentence}`),
  };
}

const SAID_EVERY_MS = 3000;

/** Says how far a build is, at most every three seconds: a town's is over before. */
export function tellBuild({ say }: Pick<Steps, "say">): (what: string, done: number, of: number) => void {
  let saidAt = performance.now();
  return (what, done, of) => {
    if (performance.now() - saidAt < SAID_EVERY_MS) return;
    saidAt = performance.now();
    say(`roads, ${what}: ${Math.floor((100 * done) / of)} %`);
  };
}
