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
