import { useState } from "react";
import { sessionState } from "#web/session/session.ts";

/** `wb.scan.<person>.<date>.<place>`: codes that a courier ticked, on this phone only. */
const PREFIX = "wb.scan.";

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

function read(key: string): readonly string[] {
  const kept: unknown = quietly(() => JSON.parse(localStorage.getItem(key) ?? "[]"));
  return Array.isArray(kept) ? kept.filter((code) => typeof code === "string") : [];
}

/** Stores the ticks of a day and forgets those of other days, whoever made them. */
function write(key: string, date: string, codes: readonly string[]): void {
  quietly(() => {
    for (const old of Object.keys(localStorage))
      if (old.startsWith(PREFIX) && !old.includes(`.${date}.`)) localStorage.removeItem(old);
    localStorage.setItem(key, JSON.stringify(codes));
  });
}

interface Ticked {
  readonly codes: readonly string[];
  readonly set: (codes: readonly string[]) => void;
}

/**
 * Codes that were ticked at a place of the day; they outlive the page.
 *
 * @param place a task's id, or a list of the load check
 */
export function useTicked(date: string, place: string): Ticked {
  const key = `${PREFIX}${person()}.${date}.${place}`;
  const [kept, setKept] = useState(() => ({ key, codes: read(key) }));
  const codes = kept.key === key ? kept.codes : read(key);
  return {
    codes,
    set(given) {
      write(key, date, given);
      setKept({ key, codes: given });
    },
  };
}
