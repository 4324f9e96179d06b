/** This many sign-ins begun within this time, and none of them came to anything: something is wrong. */
const TRIES = { most: 3, withinMs: 60_000 } as const;
const KEY = "wb.auth.tries";

interface Tries {
  /** ms since 1970 */
  readonly begun: readonly number[];
  /** Failure of the last one. */
  readonly code?: string;
}

function read(now: number): Tries {
  try {
    // Safe: only `write` below puts it there.
    const tries = JSON.parse(localStorage.getItem(KEY) ?? "null") as Tries | null;
    return { ...tries, begun: tries?.begun.filter((at) => Math.abs(now - at) < TRIES.withinMs) ?? [] };
  } catch {
    return { begun: [] };
  }
}

function write(tries: Tries | undefined): void {
  try {
    if (tries) localStorage.setItem(KEY, JSON.stringify(tries));
    else localStorage.removeItem(KEY);
  } catch {
    // Without storage nothing goes round in circles by itself.
  }
}

/** The last failure's code when sign-ins keep failing; "" when it had none. */
export function keepsFailing(now: number): string | undefined {
  const { begun, code = "" } = read(now);
  return begun.length >= TRIES.most ? code : undefined;
}

export const countTry = (now: number): void => {
  const tries = read(now);
  write({ ...tries, begun: [...tries.begun, now] });
};

export const countFailure = (now: number, code: string): void => write({ ...read(now), code });

export const forgetTries = (): void => write(undefined);
