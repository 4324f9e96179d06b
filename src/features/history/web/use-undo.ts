import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { refusalText } from "#web/api/refusal-text.ts";
import { loadWords, word } from "#web/i18n/words.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { historyApi } from "../contract/api.ts";

/** Undoes a command, and says what came of it. @returns whether it was undone */
export async function undo(id: string): Promise<boolean> {
  try {
    const { kind } = await call(historyApi.undoCommand, { id }, { idempotencyKey: newId() });
    showSnack({ text: word("history", "undone", { what: word("history", `kind.${kind}`) }), topic: "undo" });
    return true;
  } catch (error) {
    await loadWords("dispatch", "planning", "deliveries", "exceptions", "messages", "offers").catch(
      () => undefined,
    );
    showSnack({ text: refusalText(error), tone: "trouble", topic: "undo" });
    return false;
  }
}

/** Undoes the reader's last command of today; where it has no undo, says so and leaves earlier ones alone. */
export async function undoLast(): Promise<void> {
  try {
    const { items } = await call(historyApi.listHistory, { mine: "1", limit: 50 });
    const last = items.find(({ kind, undo: { state } }) => kind !== "undo" && state !== "done");
    if (last?.undo.state === "possible") return void (await undo(last.id));
    const text = last
      ? word("history", "last-not", { what: word("history", `kind.${last.kind}`) })
      : word("history", "nothing");
    showSnack({ text, tone: "trouble", topic: "undo" });
  } catch (error) {
    showSnack({ text: refusalText(error), tone: "trouble", topic: "undo" });
  }
}
