import { changeSnacks, showSnack, type Snack } from "#web/ui/snackbar.tsx";

/** Within it a page's own words and the offer to undo belong to one command. */
const TOGETHER_MS = 2_000;
const LOOK_MS = 1_000;
const TOPIC = "undo";

let since = 0;

/** Follows the snackbar: it stays while somebody has the pointer or the focus on a button of it. @returns how to end it */
export function followSnacks(): () => void {
  const place = document.querySelector(".snackbar-place");
  let look: ReturnType<typeof setInterval> | undefined;
  const changes = new MutationObserver(() => {
    since = performance.now();
    clearInterval(look);
    if (!place?.hasChildNodes()) return;
    look = setInterval(() => {
      const isHeld = place.querySelector("button:is(:hover, :focus)") !== null;
      if (isHeld) changeSnacks((now) => [...now]);
    }, LOOK_MS);
  });
  if (place) changes.observe(place, { childList: true, characterData: true, subtree: true });
  return () => {
    changes.disconnect();
    clearInterval(look);
  };
}

/** Offers an undo with the words of the page about the same command, or with these where it has none. */
export function offerUndo(text: string, undo: () => void): void {
  let isSaid = false;
  changeSnacks((now) => {
    const [first, ...others] = now;
    isSaid =
      first !== undefined &&
      !first.undo &&
      first.topic !== TOPIC &&
      first.tone !== "trouble" &&
      performance.now() - since < TOGETHER_MS;
    return first && isSaid ? [{ ...first, undo }, ...others] : now;
  });
  if (!isSaid) showSnack({ text, undo, topic: TOPIC });
}

/** Says with a page's own words what was offered to be undone by its kind alone. */
export function sayOffered(snack: Snack): void {
  changeSnacks((now) => now.filter(({ topic }) => topic !== TOPIC));
  showSnack(snack);
}
