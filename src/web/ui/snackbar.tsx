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
let since = 0;
const listeners = new Set<() => void>();

function set(next: readonly Snack[]): void {
  queue = next;
  clearTimeout(timer);
  const [first] = queue;
  since = performance.now();
  if (first) timer = setTimeout(goOn, first.undo || first.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
  for (const listener of listeners) listener();
}

/** The next one comes when nobody has the pointer or the focus on this one. */
function goOn(): void {
  if (document.querySelector(".snackbar:is(:hover, :focus-within)")) timer = setTimeout(goOn, SHOWN_MS);
  else set(queue.slice(1));
}

/** Within it a page's own words and the offer to undo belong to one command. */
const TOGETHER_MS = 2_000;

/** Offers an undo with the words of the page about the same command, or with these where it has none. */
export function offerUndo(text: string, undo: () => void): void {
  const [first, ...others] = queue;
  const isRecent = first && performance.now() - since < TOGETHER_MS;
  if (isRecent && first.undo) return;
  if (isRecent && first.tone !== "trouble") set([{ ...first, undo }, ...others]);
  else showSnack({ text, undo, topic: "undo" });
}

/** Says what just happened, in passing. */
export function showSnack(snack: Snack): void {
  const replaced = (topic: string | undefined) =>
    topic !== undefined && (topic === snack.topic || (topic === "undo" && snack.undo !== undefined));
  set([...queue.filter((one) => !replaced(one.topic)), snack]);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Stands once in the shell; its live region is always there, so that screen readers announce each snack. */
export function Snackbar() {
  const t = useWords("hall");
  const [snack] = useSyncExternalStore(subscribe, () => queue);
  const close = () => set(queue.slice(1));
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
