import { type ComponentType, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { reportMissingCode } from "../offline/code-missing.ts";
import { loadWords, maybeWord, useWords } from "../i18n/words.ts";
import { rolesOf, useSession } from "../session/session.ts";
import { go } from "../shell/navigate.ts";
import type { AnyPage } from "../shell/pages.ts";
import { officeWatch } from "../shell/slot.tsx";
import { usePlacesFor } from "../shell/places.ts";
import { IconButton } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { KeyHint } from "../ui/figures.tsx";
import { useLatest } from "../ui/use-latest.ts";
import { finder, type FinderProps } from "./finder.ts";
import "./page-keys.css";
import "./words.ts";

const FIELD =
  "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable]:not([contenteditable='false'])";

const searchBox = () => document.querySelector<HTMLElement>("main input[type='search']");

/** True where a key is a letter of what somebody types or looks for in a menu, a browser's shortcut, or the page's own. */
const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  defaultPrevented ||
  ctrlKey ||
  metaKey ||
  altKey ||
  (target instanceof Element && (target.matches(FIELD) || target.closest("[role='menu']") !== null));

/** Ctrl-K, Cmd-K on a Mac: a browser's own way to its search bar. */
const asksToFind = ({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && (ctrlKey || metaKey) && !altKey && !shiftKey && !isComposing;

/** True where a form holds typed work that is not saved: a letter must not leave it. */
const asksBeforeClose = (): boolean => !dispatchEvent(new Event("beforeunload", { cancelable: true }));

/** Goes to the place that this letter opens. */
function openPlace(places: readonly AnyPage[], { key, isComposing }: KeyboardEvent): boolean {
  const letter = key.toLowerCase();
  const path = places.find(({ nav }) => nav?.key === letter)?.path;
  if (path === undefined || isComposing || path === location.pathname || asksBeforeClose()) return false;
  go(path);
  return true;
}

/**
 * `/` goes to the search of a page, `?` shows its keys and the letter of a place opens it, wherever the focus is, unless in a
 * field or a dialog; Ctrl-K finds anything, from a field too, as does a button in the bar.
 */
export function PageKeys() {
  const [isOpen, setOpen] = useState(false);
  const t = useWords("keys");
  const places = usePlacesFor(rolesOf(useSession()));
  const known = useLatest(places);
  const [Finder, setFinder] = useState<ComponentType<FinderProps>>();
  // Not in the first view: the bar is, the search is not.
  const [bar] = useState(() => document.querySelector(".app-bar-end"));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (finder() && asksToFind(event)) {
        event.preventDefault();
        void openFinder().then((part) => part && setFinder(() => part));
        return;
      }
      if (isTaken(event)) return;
      const box = searchBox();
      if (event.key === "?") setOpen(true);
      else if (event.key === "/" && box) box.focus();
      else if (!openPlace(known.current, event)) return;
      event.preventDefault();
    };
    // On the window: a page with keys of its own hears them first, on its document.
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [known]);
  const onFind = () => void openFinder().then((part) => part && setFinder(() => part));
  return (
    <>
      <officeWatch.Parts />
      {bar &&
        finder() &&
        createPortal(
          <span className="bar-find">
            <IconButton icon="search" label={t("find")} onClick={onFind} />
          </span>,
          bar,
        )}
      {Finder && <Finder onClose={() => setFinder(undefined)} />}
      {!Finder && isOpen && <PageKeyHelp places={places} onClose={() => setOpen(false)} />}
    </>
  );
}

async function openFinder(): Promise<ComponentType<FinderProps> | undefined> {
  const given = finder();
  try {
    const [part] = await Promise.all([given?.load(), given && loadWords(given.room)]);
    return part;
  } catch {
    reportMissingCode();
    return undefined;
  }
}

/** The keys that every page has, and in its own words those that only this one has. */
function PageKeyHelp({ places, onClose }: { places: readonly AnyPage[]; onClose: () => void }) {
  const t = useWords("keys");
  const own = document.querySelector("main .keys-hint")?.textContent;
  return (
    <Dialog open onClose={onClose} title={t("title")}>
      {own !== undefined && <p>{own}</p>}
      <dl className="stack gap-2">
        {finder() && <KeyLine keys={[HELD, "K"]} does={t("find")} />}
        {searchBox() && <KeyLine keys={["/"]} does={t("search")} />}
        {places.map(
          ({ nav, path, room, title }) =>
            nav?.key !== undefined && (
              <KeyLine key={path} keys={[nav.key.toUpperCase()]} does={maybeWord(room, title) ?? path} />
            ),
        )}
        <KeyLine keys={["?"]} does={t("help")} />
        <KeyLine keys={["Esc"]} does={t("close")} />
      </dl>
    </Dialog>
  );
}

const HELD = /Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl";

const KeyLine = ({ keys, does }: { keys: readonly string[]; does: string }) => (
  <div className="row gap-2">
    <dt>
      <KeyHint keys={keys} />
    </dt>
    <dd>{does}</dd>
  </div>
);
