import { DAY_MS } from "#kernel/instant.ts";
import { quietly } from "#web/forms/draft.ts";

/** `wb.scan.<person>.<place>`: codes that a courier ticked, on this phone only. */
const PREFIX = "wb.scan.";
const KEPT_MS = 2 * DAY_MS;
const NONE: readonly string[] = [];

interface Kept {
  readonly codes: readonly string[];
  /** UTC milliseconds of the last tick. */
  readonly at: number;
}

function read(key: string): Kept | undefined {
  // Safe: nobody else writes below this prefix.
  return quietly(() => JSON.parse(localStorage.getItem(key) ?? "null") as Kept | null) ?? undefined;
}

const keysOf = (person: string): string => `${PREFIX}${person}.`;

/** @param place a task's id, or a list of the load check */
export const tickKey = (person: string, place: string): string => keysOf(person) + place;

const shown = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();
const tell = () => listeners.forEach((listener) => listener());

export function ticksOf(key: string): readonly string[] {
  const codes = shown.get(key) ?? read(key)?.codes ?? NONE;
  shown.set(key, codes);
  return codes;
}

/** Stores ticks and forgets those of two days ago, whoever made them. */
export function keepTicks(key: string, codes: readonly string[]): void {
  shown.set(key, codes);
  const at = Date.now();
  drop((old) => at - (read(old)?.at ?? 0) > KEPT_MS);
  quietly(() => localStorage.setItem(key, JSON.stringify({ codes, at } satisfies Kept)));
  tell();
}

/** Forgets the ticks of everybody on this phone but one person; of all without one. */
export function dropTicks(person?: string): void {
  const isOwn = (key: string) => person !== undefined && key.startsWith(keysOf(person));
  for (const key of shown.keys()) if (!isOwn(key)) shown.delete(key);
  drop((key) => !isOwn(key));
  tell();
}

function drop(isOver: (key: string) => boolean): void {
  quietly(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(PREFIX) && isOver(key)) localStorage.removeItem(key);
  });
}

export function listenTicks(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

// Whoever signs out in another tab takes the ticks of this one along.
addEventListener("storage", ({ key, newValue }) => {
  if (key?.startsWith(PREFIX) && newValue === null && shown.delete(key)) tell();
});
