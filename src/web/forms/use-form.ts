import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from "react";
import { isProblem } from "../api/problem.ts";
import { forgetDraft, readDraft, saveDraft } from "./draft.ts";
import { faultText } from "./fault-text.ts";
import { createForm, type FormOptions, type FormStore } from "./form-store.ts";
import type { PathOf, ValueAt } from "./path.ts";

export interface UseFormOptions<V extends object, Out> extends FormOptions<V, Out> {
  /** Receives the parsed value. A thrown problem lands on its fields; what has no field is kept in `problem`. */
  onSubmit: (value: Out) => Promise<void> | void;
  /** Keeps what is typed in this tab under this name until `form.done()`, across reloads. */
  draft?: string;
}

export type Form<V extends object, Out = unknown> = FormStore<V, Out> & {
  readonly id: string;
  /** Touches all and sends; give it to `<FormBox>` or call it. */
  send: () => Promise<boolean>;
  /** Replaces what a submit does; `useForm` keeps it the newest render's. */
  sendBy: (onSubmit: (value: Out) => Promise<void> | void) => void;
  /** Forgets the draft, after what was typed is safe. */
  done: () => void;
};

/** One form for the lifetime of the component. Reading a field is `useField`, so that a key press renders one field. */
export function useForm<V extends object, Out>(options: UseFormOptions<V, Out>): Form<V, Out> {
  const id = useId();
  const [form] = useState(() => makeForm(id, options));
  const { draft, onSubmit } = options;
  useLayoutEffect(() => form.sendBy(onSubmit));
  useEffect(() => {
    if (draft === undefined) return;
    return form.subscribe(() => saveDraft(draft, form.values()));
  }, [draft, form]);
  return form;
}

function makeForm<V extends object, Out>(id: string, options: UseFormOptions<V, Out>): Form<V, Out> {
  const { draft } = options;
  let { onSubmit } = options;
  const store = createForm({
    ...options,
    initial: draft === undefined ? options.initial : readDraft(draft, options.initial),
  });
  return {
    ...store,
    id,
    done: () => draft !== undefined && forgetDraft(draft),
    sendBy: (next) => {
      onSubmit = next;
    },
    send: async () => {
      try {
        return await store.submit((value) => onSubmit(value));
      } catch (error) {
        const fields = isProblem(error)
          ? error.fields.map((field) => ({ ...field, facts: error.facts }))
          : [];
        if (fields.length === 0 || !store.setErrors(fields)) store.setProblem(error);
        return false;
      }
    },
  };
}

export interface Field<T> {
  readonly id: string;
  readonly name: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly onBlur: () => void;
  /** The sentence to show, once the input was touched. */
  readonly error?: string;
}

/** One input of a form: re-renders when its own value or error changes. */
export function useField<V extends object, P extends PathOf<V>>(
  form: Form<V, never> | Form<V>,
  name: P,
  label: string,
): Field<ValueAt<V, P>> {
  const id = `${form.id}-${name}`;
  const value = useSyncExternalStore(form.subscribe, () => form.get(name));
  const fault = useSyncExternalStore(form.subscribe, () => form.errorAt(name));
  useEffect(
    () =>
      form.register(name, { label, focus: () => focusInput(id), element: () => document.getElementById(id) }),
    [form, name, label, id],
  );
  return {
    id,
    name,
    value,
    onChange: (next) => form.set(name, next),
    onBlur: () => form.touch(name),
    ...(fault && { error: faultText(fault) }),
  };
}

/** A value of the form, e.g. to show a part only when it applies. */
export const useValue = <V extends object, P extends PathOf<V>>(
  form: Form<V, never> | Form<V>,
  name: P,
): ValueAt<V, P> => useSyncExternalStore(form.subscribe, () => form.get(name));

export function focusInput(id: string): void {
  const element = document.getElementById(id);
  element?.focus();
  element?.scrollIntoView({ block: "center" });
}
