import { useEffect, useState } from "react";
import { useWords } from "../i18n/words.ts";
import { Dialog } from "../ui/dialog.tsx";
import { KeyHint } from "../ui/figures.tsx";
import "./words.ts";

const FIELD =
  "input:not([type='checkbox'], [type='radio']), textarea, select, [contenteditable]:not([contenteditable='false'])";

const searchBox = () => document.querySelector<HTMLElement>("main input[type='search']");

/** True where a key is a letter of what somebody types, a shortcut of the browser, or was taken by the page itself. */
const isTaken = ({ defaultPrevented, ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean =>
  defaultPrevented || ctrlKey || metaKey || altKey || (target instanceof Element && target.matches(FIELD));

/** `/` goes to the search of a page and `?` shows its keys, wherever the focus is, unless in a field or a dialog. */
export function PageKeys() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (isTaken(event) || document.querySelector("dialog[open]")) return;
      const box = searchBox();
      if (event.key === "?") setOpen(true);
      else if (event.key === "/" && box) box.focus();
      else return;
      event.preventDefault();
    };
    // On the window: a page with keys of its own hears them first, on its document.
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return isOpen ? <PageKeyHelp onClose={() => setOpen(false)} /> : null;
}

/** The keys that every page has, and in its own words those that only this one has. */
function PageKeyHelp({ onClose }: { onClose: () => void }) {
  const t = useWords("keys");
  const own = document.querySelector("main .keys-hint")?.textContent;
  return (
    <Dialog open onClose={onClose} title={t("title")}>
      {own !== undefined && <p>{own}</p>}
      <dl className="stack gap-2">
        {searchBox() && <KeyLine name="/" does={t("search")} />}
        <KeyLine name="?" does={t("help")} />
        <KeyLine name="Esc" does={t("close")} />
      </dl>
    </Dialog>
  );
}

const KeyLine = ({ name, does }: { name: string; does: string }) => (
  <div className="row gap-2">
    <dt>
      <KeyHint keys={[name]} />
    </dt>
    <dd>{does}</dd>
  </div>
);
