import { useSyncExternalStore } from "react";
import { DAY_MS } from "#kernel/instant.ts";
import { sessionState } from "#web/session/session.ts";

/** `wb.scan.<person>.<place>`: codes that a courier ticked, on this phone only. */
const PREFIX = "wb.scan.";
const KEPT_MS = 2 * DAY_MS;
const NONE: readonly string[] = [];

interface Kept {
  readonly codes: readonly string[];
  /** UTC milliseconds of the last tick. */
  readonly at: number;
}

const person = (): string => {
  const state = sessionState();
  return state.kind === "signed-in" ? state.subject : "";
};

/** Storage may be refused or full: the ticks then last as long as the page. */
function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

function read(key: string): Kept | undefined {
  // Safe: nobody else writes below this prefix.
  return quietly(() => JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null) ?? undefined;
}

const shown = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();

function codesOf(key: string): readonly string[] {
  const codes = shown.get(key) ?? read(key)?.codes ?? NONE;
  shown.set(key, codes);
  return codes;
}

/** Stores ticks and forgets those of two days ago, whoever made them. */
function keep(key: string, codes: readonly string[]): void {
  shown.set(key, codes);
  const at = Date.now();
  quietly(() => {
    for (const old of Object.keys(localStorage))
      if (old.startsWith(PREFIX) && at - (read(old)?.at ?? 0) > KEPT_MS) localStorage.removeItem(old);
    localStorage.setItem(key, JSON.stringify({ codes, at } satisfies Kept));
  });
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export interface Ticked {
  readonly codes: readonly string[];
  readonly set: (codes: readonly string[]) => void;
}

/**
 * Codes that were ticked at a place; they outlive the page.
 *
 * @param place a task's id, or a list of the load check
 */
export function useTicked(place: string): Ticked {
  const key = `${PREFIX}${person()}.${place}`;
  const codes = useSyncExternalStore(listen, () => codesOf(key));
  return { codes, set: (given) => keep(key, given) };
}
