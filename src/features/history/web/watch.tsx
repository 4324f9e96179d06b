import { useEffect, useState } from "react";
import { call } from "#web/api/call.ts";
import { word } from "#web/i18n/words.ts";
import { onLive, useLive } from "#web/live/live.ts";
import { useSession } from "#web/session/session.ts";
import { type DeskCommand, deskNoted, historyApi } from "../contract/api.ts";
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

/** Looks into one thing at a time: of those that come meanwhile, the newest alone. */
function oneAtATime<T>(look: (one: T) => Promise<void>): (one: T) => void {
  let next: { readonly one: T } | undefined;
  let isLooking = false;
  const lookAll = async (): Promise<void> => {
    isLooking = true;
    for (let now = next; now; now = next) {
      next = undefined;
      await look(now.one);
    }
    isLooking = false;
  };
  return (one) => {
    next = { one };
    if (!isLooking) void lookAll();
  };
}

type Noted = { readonly commandId: string } & Pick<DeskCommand, "kind">;

/** Offers the undo of a command whose live event bears the reader's name, where it is the reader's. */
async function offerOwn({ commandId, kind }: Noted): Promise<void> {
  if ((await isOwn(commandId)) && !isOffered(commandId))
    offerUndo(word("history", `kind.${kind}`), () => void undoAll([commandId]));
}

/** Offers to undo what the person just did, for ten seconds, and on Ctrl+Z what they did last. */
export function UndoWatch() {
  const session = useSession();
  const name = session.kind === "signed-in" ? session.name : undefined;
  const [look] = useState(() => oneAtATime(offerOwn));
  useLive([
    onLive(deskNoted, (noted) => {
      const { commandId, by, undoable } = noted;
      if (!undoable || by !== name || isOffered(commandId) || document.visibilityState !== "visible") return;
      look(noted);
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
