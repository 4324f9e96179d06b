import { useEffect, useState } from "react";
import { forgetDraft, readDraft, saveDraft } from "../forms/draft.ts";
import { type Form, useForm, type UseFormOptions } from "../forms/use-form.ts";
import { useLatest } from "../ui/use-latest.ts";

const nameOf = (name: string): string => `kept ${name}`;
const shown = new Map<string, () => unknown>();

/** State of a page that is still there after the person left for the provider to confirm who they are; once. */
export function useKept<T>(name: string, initial: T): [value: T, set: (next: T) => void] {
  const [value, set] = useState(() => readDraft(nameOf(name), initial));
  const latest = useLatest(value);
  useEffect(() => {
    forgetDraft(nameOf(name));
    shown.set(name, () => latest.current);
    return () => void shown.delete(name);
  }, [name, latest]);
  return [value, set];
}

/** A form whose input stays likewise. */
export function useKeptForm<V extends object, Out>(
  name: string,
  options: Omit<UseFormOptions<V, Out>, "draft">,
): Form<V, Out> {
  const form = useForm({ ...options, initial: readDraft(nameOf(name), options.initial) });
  const { values } = form;
  useEffect(() => {
    forgetDraft(nameOf(name));
    shown.set(name, values);
    return () => void shown.delete(name);
  }, [name, values]);
  return form;
}

/** Keeps in this tab, for the person who is signed in, what the page in front of them is about to lose. */
export function keepShown(): void {
  for (const [name, value] of shown) if (value() !== undefined) saveDraft(nameOf(name), value());
}
