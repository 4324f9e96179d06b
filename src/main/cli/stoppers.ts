/** Started parts, stopped in the opposite order. */
export interface Stoppers {
  add(name: string, stop: () => Promise<void> | void): void;
  /** Stops everything; one that fails or hangs does not keep the others. */
  run(onTrouble?: (name: string, error: unknown) => void): Promise<void>;
}

/** With the grace of a SIGTERM before it, still less than a stop as a whole may take. */
const EACH_MS = 8000;

export function stoppers(): Stoppers {
  const list: { name: string; stop: () => Promise<void> | void }[] = [];
  return {
    add: (name, stop) => void list.push({ name, stop }),
    async run(onTrouble = () => undefined) {
      for (let last = list.pop(); last; last = list.pop()) {
        const { name, stop } = last;
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<void>((_, fail) => {
          timer = setTimeout(() => fail(new Error(`not stopped after ${EACH_MS / 1000} s`)), EACH_MS);
        });
        await Promise.race([Promise.resolve().then(stop), late]).catch((error: unknown) =>
          onTrouble(name, error),
        );
        clearTimeout(timer);
      }
    },
  };
}
