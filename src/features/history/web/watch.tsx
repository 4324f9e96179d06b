import { useEffect } from "react";
import { call } from "#web/api/call.ts";
import { word } from "#web/i18n/words.ts";
import { onLive, useLive } from "#web/live/live.ts";
import { useSession } from "#web/session/session.ts";
import { deskNoted, historyApi } from "../contract/api.ts";
import { followSnacks, offerUndo } from "./offer.ts";
import { isOffered, undoAll, undoLast } from "./use-undo.ts";

const FIELD =
  "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable]:not([contenteditable='false'])";

const asksToUndo = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "z" &&
  (event.ctrlKey || event.metaKey) &&
  !event.shiftKey &&
  !event.altKey &&
  !event.defaultPrevented &&
  !event.isComposing &&
  !(event.target instanceof Element && event.target.matches(FIELD)) &&
  document.querySelector("dialog[open]") === null;

/** Others may bear the same name. */
const isOwn = (id: string): Promise<boolean> =>
  call(historyApi.listHistory, { mine: "1", limit: 5 }).then(
    ({ items }) => items.some((one) => one.id === id && one.undo.state === "possible"),
    () => false,
  );

/** Offers to undo what the person just did, for ten seconds, and on Ctrl+Z what they did last. */
export function UndoWatch() {
  const session = useSession();
  const name = session.kind === "signed-in" ? session.name : undefined;
  useLive([
    onLive(deskNoted, ({ commandId, kind, by, undoable }) => {
      if (!undoable || by !== name || isOffered(commandId) || document.visibilityState !== "visible") return;
      void isOwn(commandId).then(
        (own) =>
          own &&
          !isOffered(commandId) &&
          offerUndo(word("history", `kind.${kind}`), () => void undoAll([commandId])),
      );
    }),
  ]);
  useEffect(followSnacks, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!asksToUndo(event)) return;
      event.preventDefault();
      void undoLast();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return null;
}
