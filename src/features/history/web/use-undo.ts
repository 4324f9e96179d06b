import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { loadWords, maybeWord, word } from "#web/i18n/words.ts";
import { showSnack, type Snack } from "#web/ui/snackbar.tsx";
import { historyApi } from "../contract/api.ts";
import { sayOffered } from "./offer.ts";

/** Commands whose undo a page offered with words of its own. */
const offered = new Set<string>();
export const isOffered = (id: string): boolean => offered.has(id);

/** Says what was done, with the undo of these commands for ten seconds where there are any. */
export function offer(ids: readonly string[], snack: Snack, onUndone: () => void): void {
  for (const id of ids) offered.add(id);
  const undo = () => void undoAll(ids).then(onUndone);
  if (ids.length > 0) sayOffered({ ...snack, undo });
  else showSnack(snack);
}

/** Undoes commands, the newest first, and says what came of them. @returns whether all were undone */
export async function undoAll(ids: readonly string[]): Promise<boolean> {
  let done: string | undefined;
  let refused: unknown;
  for (const id of ids.toReversed())
    try {
      const { kind } = await call(historyApi.undoCommand, { id }, { idempotencyKey: newId() });
      done = word("history", "undone", { what: word("history", `kind.${kind}`) });
    } catch (error) {
      refused = error;
    }
  if (refused === undefined) {
    if (done !== undefined) showSnack({ text: done, topic: "undo" });
    return true;
  }
  await loadWords("dispatch", "planning", "deliveries", "exceptions", "messages", "offers").catch(
    () => undefined,
  );
  showSnack({ text: sinceText(refused) ?? refusalText(refused), tone: "trouble", topic: "undo" });
  return false;
}

/** Names a later change, with its thing and its author; undefined where that is not why. */
function sinceText(error: unknown): string | undefined {
  if (!isProblem(error, "history.moved-on")) return undefined;
  const { by, number, kind } = error.facts;
  const facts = [maybeWord("history", `kind.${kind}`), number, by].filter(Boolean);
  return word("history", "refused.since", { facts: facts.join(" · ") });
}

/** Undoes the reader's last command of today; where it has no undo, says so and leaves earlier ones alone. */
export async function undoLast(): Promise<void> {
  try {
    const { items } = await call(historyApi.listHistory, { mine: "1", limit: 50 });
    const last = items.find(({ kind, undo: { state } }) => kind !== "undo" && state !== "done");
    if (last?.undo.state === "possible") return void (await undoAll([last.id]));
    const text = last
      ? word("history", "last-not", { what: word("history", `kind.${last.kind}`) })
      : word("history", "nothing");
    showSnack({ text, tone: "trouble", topic: "undo" });
  } catch (error) {
    showSnack({ text: refusalText(error), tone: "trouble", topic: "undo" });
  }
}
