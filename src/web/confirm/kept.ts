import { useEffect, useState } from "react";
import { newId } from "../api/new-id.ts";
import { forgetDraft, mergeDraft, quietly, readDraft, saveDraft } from "../forms/draft.ts";
import { type Form, useForm, type UseFormOptions } from "../forms/use-form.ts";
import { useLatest } from "../ui/use-latest.ts";

/** One draft for everything, so that a later departure leaves nothing of an earlier one. */
const KEPT = "kept";
const KEPT_AT = "wb.kept-at";
/** Time to come back in: whoever comes later opens the page anew. */
const KEPT_MS = 10 * 60_000;

const shown = new Map<string, () => unknown>();

function readKept(): Readonly<Record<string, unknown>> {
  const at = Number(quietly(() => sessionStorage.getItem(KEPT_AT)));
  const isYoung = Math.abs(Date.now() - at) <= KEPT_MS;
  return (isYoung && readDraft<Record<string, unknown> | undefined>(KEPT, undefined)) || {};
}

function forget(name: string): void {
  const { [name]: _, ...others } = readKept();
  if (Object.keys(others).length > 0) saveDraft(KEPT, others);
  else forgetKept();
}

const keptOf = <T>(name: string, initial: T): T => mergeDraft(initial, readKept()[name]);

/** Shows a value to whoever leaves, and takes it out of what was kept: it comes back once. */
function useShown(name: string, value: () => unknown): void {
  useEffect(() => {
    forget(name);
    shown.set(name, value);
    return () => void shown.delete(name);
  }, [name, value]);
}

/**
 * State of a page that is still there after the person left for the provider to confirm who they are; once, and for ten
 * minutes. Not for what a person has to agree to anew.
 */
export function useKept<T>(name: string, initial: T): [value: T, set: (next: T) => void] {
  const [value, set] = useState(() => keptOf(name, initial));
  const latest = useLatest(value);
  const [read] = useState(() => () => latest.current);
  useShown(name, read);
  return [value, set];
}

/** Id of one opening of a dialog, which is one request: sent once more after the way to the provider, it is still the same. */
export const useKeptId = (name: string): string => useKept(name, useState(newId)[0])[0];

/** A form whose input stays likewise. */
export function useKeptForm<V extends object, Out>(
  name: string,
  options: Omit<UseFormOptions<V, Out>, "draft">,
): Form<V, Out> {
  const form = useForm({ ...options, initial: keptOf(name, options.initial) });
  useShown(name, form.values);
  return form;
}

/** Keeps in this tab, for the person who is signed in, what the page in front of them is about to lose. */
export function keepShown(): void {
  const values = [...shown].map(([name, value]) => [name, value()]);
  saveDraft(KEPT, Object.fromEntries(values));
  quietly(() => sessionStorage.setItem(KEPT_AT, String(Date.now())));
}

/** Forgets it: the person is still here. */
export const forgetKept = (): void => forgetDraft(KEPT);
