import { useEffect, useState } from "react";

/** `wb.draft.<person>|<form>`: every draft belongs to the person who typed it; a guest's person is blank. */
const PREFIX = "wb.draft.";
const OWNER = "wb.draft-owner";
const GUEST = "";

/** Storage may be refused or full: what was to be kept then lasts as long as the page. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Owner of this tab's drafts: the last person who was signed in here, also while a session has ended. */
let owner = quietly(() => sessionStorage.getItem(OWNER)) ?? GUEST;

const keyOf = (form: string): string => `${PREFIX}${owner}|${form}`;
const keysOf = (person: string): string[] =>
  Object.keys(sessionStorage).filter((key) => key.startsWith(`${PREFIX}${person}|`));

function read(form: string): unknown {
  return quietly(() => {
    const text = sessionStorage.getItem(keyOf(form));
    return text === null ? undefined : JSON.parse(text);
  });
}

export function saveDraft(form: string, value: unknown): void {
  quietly(() => sessionStorage.setItem(keyOf(form), JSON.stringify(value)));
}

export function forgetDraft(form: string): void {
  quietly(() => sessionStorage.removeItem(keyOf(form)));
}

/**
 * Somebody signed in: from now on forms read and write this person's drafts. What a guest typed becomes theirs; what
 * another person typed waits for that person.
 */
export function draftsBelongTo(person: string): void {
  if (person === owner) return;
  const typedAsGuest = owner === GUEST ? (quietly(() => keysOf(GUEST)) ?? []) : [];
  owner = person;
  quietly(() => {
    sessionStorage.setItem(OWNER, person);
    for (const key of typedAsGuest) {
      saveText(keyOf(key.slice(key.indexOf("|") + 1)), sessionStorage.getItem(key));
      sessionStorage.removeItem(key);
    }
  });
}

const saveText = (key: string, text: string | null): void => {
  if (text !== null) sessionStorage.setItem(key, text);
};

/** Called when another person took over this browser: nothing of the first stays in this tab. */
export function forgetDraftsOf(person: string): void {
  quietly(() => {
    for (const key of keysOf(person)) sessionStorage.removeItem(key);
  });
}

/** Called when somebody signs out: the next person finds no typed text. */
export function forgetAllDrafts(): void {
  owner = GUEST;
  quietly(() => {
    sessionStorage.removeItem(OWNER);
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  });
}

/**
 * Unsent input of the current person, one line a value, to be copied: `recipient.name: Bo`. Blank when there is
 * none.
 */
export function draftsText(): string {
  const lines =
    quietly(() =>
      keysOf(owner).flatMap((key) => linesOf(JSON.parse(sessionStorage.getItem(key) ?? "null"))),
    ) ?? [];
  return lines.join("\n");
}

function linesOf(value: unknown, path: readonly string[] = []): string[] {
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => linesOf(inner, [...path, name]));
  const isTyped = (typeof value === "string" && value.trim() !== "") || typeof value === "number";
  return isTyped ? [[path.join("."), value].filter((part) => part !== "").join(": ")] : [];
}

/** Takes from a stored draft what still has the initial value's shape, so that an older build's draft does no harm. */
export function mergeDraft<T>(initial: T, stored: unknown): T {
  if (stored === undefined) return initial;
  if (initial === null || initial === undefined) return stored as T;
  if (Array.isArray(initial)) {
    if (!Array.isArray(stored)) return initial;
    const [sample] = initial;
    return (sample === undefined ? stored : stored.map((item) => mergeDraft(sample, item))) as T;
  }
  if (typeof initial === "object") {
    if (typeof stored !== "object" || stored === null) return initial;
    const entries = Object.entries(initial).map(([key, value]) => [
      key,
      mergeDraft(value, Reflect.get(stored, key)),
    ]);
    return Object.fromEntries(entries) as T;
  }
  return typeof stored === typeof initial || stored === null ? (stored as T) : initial;
}

export const readDraft = <T>(key: string, initial: T): T => mergeDraft(initial, read(key));

/** State that survives a reload of this tab: the step of a flow, a search, a half-written note. */
export function useDraft<T>(key: string, initial: T): [T, (next: T) => void, () => void] {
  const [value, setValue] = useState(() => readDraft(key, initial));
  useEffect(() => saveDraft(key, value), [key, value]);
  const forget = () => {
    setValue(initial);
    forgetDraft(key);
  };
  return [value, setValue, forget];
}
