import { useSyncExternalStore } from "react";
import { useWords } from "../i18n/words.ts";
import { Button, IconButton } from "./button.tsx";

export interface Snack {
  text: string;
  /** Offers to take it back for ten seconds. */
  undo?: () => void;
  action?: { label: string; run: () => void };
  tone?: "normal" | "trouble";
  /** A newer snack of the same topic takes its place at once, so that quick work is not followed by a queue of news. */
  topic?: string;
}

const SHOWN_MS = 6_000;
const SHOWN_WITH_ACTION_MS = 10_000;
let queue: readonly Snack[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

/** Makes the snack that is shown and those that wait into what `change` gives. */
export function changeSnacks(change: (now: readonly Snack[]) => readonly Snack[]): void {
  queue = change(queue);
  clearTimeout(timer);
  const [first] = queue;
  if (first) timer = setTimeout(close, first.undo || first.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
  for (const listener of listeners) listener();
}

const close = (): void => changeSnacks((now) => now.slice(1));

/** Says what just happened, in passing. */
export function showSnack(snack: Snack): void {
  changeSnacks((now) => [...now.filter(({ topic }) => !topic || topic !== snack.topic), snack]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Stands once in the shell; its live region is always there, so that screen readers announce each snack. */
export function Snackbar() {
  const t = useWords("hall");
  const [snack] = useSyncExternalStore(subscribe, () => queue);
  const run = (what: () => void) => {
    close();
    what();
  };
  return (
    <output className="snackbar-place">
      {snack && (
        <div className={snack.tone === "trouble" ? "snackbar trouble" : "snackbar"}>
          <span>{snack.text}</span>
          {snack.undo && (
            <Button variant="text" icon="undo" onClick={() => run(snack.undo ?? close)}>
              {t("ui.undo")}
            </Button>
          )}
          {snack.action && (
            <Button variant="text" onClick={() => run(snack.action?.run ?? close)}>
              {snack.action.label}
            </Button>
          )}
          <IconButton icon="close" label={t("ui.close")} onClick={close} />
        </div>
      )}
    </output>
  );
}
