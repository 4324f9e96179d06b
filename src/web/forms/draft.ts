import { useEffect, useState } from "react";

const PREFIX = "wb.draft.";

function read(key: string): unknown {
  try {
    const text = sessionStorage.getItem(PREFIX + key);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function saveDraft(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Storage may be refused or full: what was typed stays on the page all the same.
  }
}

export function forgetDraft(key: string): void {
  try {
    sessionStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was stored then.
  }
}

/** Called when somebody signs out or another person signs in: nobody finds another's typing. */
export function forgetAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  } catch {
    // Nothing was stored then.
  }
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
