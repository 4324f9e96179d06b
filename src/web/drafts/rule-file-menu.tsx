import { useRef, useState } from "react";
import { saveFile } from "#web/api/save-file.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Menu } from "#web/ui/menu.tsx";
import { fileChanges, readRuleFile, type ReadFile, type RuleSet, writeRuleFile } from "./rule-file.ts";
import type { VersionedDraft } from "./use-versioned-draft.ts";
import "./words.ts";

interface RuleFileProps<I extends object> {
  set: RuleSet<I>;
  draft: Pick<VersionedDraft<I>, "items" | "set">;
}

/** The rules of a page as a file: out, and in as a draft after a look at what it would change. */
export function RuleFileMenu<I extends object>({ set, draft }: RuleFileProps<I>) {
  const t = useWords("drafts");
  const box = useRef<HTMLInputElement>(null);
  const [read, setRead] = useState<ReadFile<I>>();
  const save = () =>
    saveFile(
      new Blob([writeRuleFile(set, draft.items)], { type: "application/json" }),
      `waybill-${set.kind}.json`,
    );
  return (
    <>
      <Menu
        label={t("file.menu")}
        variant="text"
        items={[
          { label: t("file.save"), icon: "down", onSelect: save },
          { label: t("file.read"), icon: "upload", onSelect: () => box.current?.click() },
        ]}
      />
      <input
        ref={box}
        className="hidden-text"
        type="file"
        tabIndex={-1}
        aria-label={t("file.read")}
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again.
          target.value = "";
          void file?.text().then((text) => setRead(readRuleFile(set, text)));
        }}
      />
      {read && <Preview read={read} set={set} draft={draft} onClose={() => setRead(undefined)} />}
    </>
  );
}

interface PreviewProps<I extends object> extends RuleFileProps<I> {
  read: ReadFile<I>;
  onClose: () => void;
}

/** Everything that is wrong with a file, or everything that it would change. */
function Preview<I extends object>({ read, set, draft, onClose }: PreviewProps<I>) {
  const t = useWords("drafts");
  const changes = fileChanges(set, draft.items, read.items);
  const take = () => {
    draft.set(read.items);
    onClose();
  };
  const isTaken = read.faults.length === 0 && changes.length > 0;
  return (
    <Dialog
      open
      title={t("file.title")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("file.close")}</Button>
          {isTaken && (
            <Button variant="filled" onClick={take}>
              {t("file.take")}
            </Button>
          )}
        </>
      }
    >
      {read.faults.length > 0 ? (
        <Banner tone="trouble">
          <p>{t("file.faults", { n: read.faults.length })}</p>
          <ul>
            {read.faults.map(({ at, code, text }) => (
              <li key={at + code + text}>
                {at !== "" && <code dir="ltr">{at}</code>} {text ?? t(`file.${code}`)}
              </li>
            ))}
          </ul>
        </Banner>
      ) : changes.length === 0 ? (
        <p>{t("file.same")}</p>
      ) : (
        <>
          <p>{t("file.draft")}</p>
          <ul aria-label={t("file.title")}>
            {changes.map(({ kind, name }) => (
              <li key={kind + name}>{t(`file.${kind}`, { name })}</li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
