/** Work that takes turns. */
export interface Turns {
  /** Runs the work at once or as soon as a turn is free, first come, first served. */
  run<T>(work: () => Promise<T>): Promise<T>;
  state(): { readonly running: number; readonly waiting: number };
}

/** Lets at most so many pieces of work run at the same time. */
export function atMost(limit: number): Turns {
  const queue: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= limit) await new Promise<void>((turn) => queue.push(turn));
      else running += 1;
      try {
        return await work();
      } finally {
        // The turn goes straight to the next one: nobody who comes meanwhile overtakes.
        const next = queue.shift();
        if (next) next();
        else running -= 1;
      }
    },
    state: () => ({ running, waiting: queue.length }),
  };
}
