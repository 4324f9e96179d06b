import { useEffect, useState, useSyncExternalStore } from "react";
import { useAskBeforeClose } from "#web/forms/ask-before-close.ts";
import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";

/** The inputs of a form of the service area, and the version that they were filled from. */
export interface Filled<V> {
  readonly version: number;
  readonly text: V;
}

/** Begins with the changes of this tab that were neither saved nor discarded; else with what is in force. */
export const useFirstFilled = <V extends object>(draft: string, inForce: Filled<V>): Filled<V> =>
  useState(() => readDraft(draft, inForce))[0];

interface UnsavedNoteProps<V extends object> {
  draft: string;
  form: {
    subscribe: (listener: () => void) => () => void;
    values: () => V;
    reset: (next: V) => void;
    setProblem: (problem: unknown) => void;
  };
  /** The version that a save names, with its inputs. */
  seen: Filled<V>;
}

/** Keeps changes in this tab until they are saved, says so, and offers to discard them. */
export function UnsavedNote<V extends object>({ draft, form, seen }: UnsavedNoteProps<V>) {
  const t = useWords("places");
  const { version } = seen;
  const inForce = JSON.stringify(seen.text);
  const isChanged = useSyncExternalStore(form.subscribe, () => JSON.stringify(form.values()) !== inForce);
  useAskBeforeClose(isChanged);
  useEffect(() => {
    const keep = () => {
      const text = form.values();
      if (JSON.stringify(text) === inForce) forgetDraft(draft);
      else saveDraft(draft, { version, text });
    };
    keep();
    return form.subscribe(keep);
  }, [draft, form, inForce, version]);
  if (!isChanged) return null;
  const discard = () => {
    const kept = form.values();
    form.reset(seen.text);
    form.setProblem(undefined);
    showSnack({ text: t("save.discarded"), undo: () => form.reset(kept), topic: draft });
  };
  return (
    <Banner
      icon="edit"
      actions={
        <Button variant="text" icon="undo" onClick={discard}>
          {t("save.discard")}
        </Button>
      }
    >
      {t("save.unsaved")}
    </Banner>
  );
}
