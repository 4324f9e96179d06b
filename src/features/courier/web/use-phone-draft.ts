import { useEffect } from "react";
import { mergeDraft } from "#web/forms/draft.ts";
import type { Form } from "#web/forms/use-form.ts";
import { phone, phoneView } from "./phone-view.ts";

/** Typing is stored once it pauses for so long, and at once when the page is hidden. */
const PAUSE_MS = 300;

/** Text typed before the page ended, in the shape of the form's initial values. */
export const draftOf = <V>(name: string, initial: V): V => mergeDraft(initial, phoneView().drafts.get(name));

/** Keeps a form's text on this phone under this name, until a command holds it. */
export function usePhoneDraft<V extends object, Out>(form: Form<V, Out>, name: string): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let typed: V | undefined;
    const store = () => {
      clearTimeout(timer);
      const value = typed;
      typed = undefined;
      if (value) void phone().then((one) => one.saveDraft(name, value));
    };
    const stop = form.subscribe(() => {
      if (form.isBusy() || form.values() === typed) return;
      typed = form.values();
      clearTimeout(timer);
      timer = setTimeout(store, PAUSE_MS);
    });
    document.addEventListener("visibilitychange", store);
    return () => {
      stop();
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", store);
    };
  }, [form, name]);
}
