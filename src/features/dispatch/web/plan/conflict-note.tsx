import { maybeWord, useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { isPlacedTogether } from "./plan.ts";
import type { Conflict } from "./use-plan.ts";

export interface ConflictNoteProps {
  conflict: Conflict;
  onAgain: () => void;
  onDismiss: () => void;
}

/** Somebody was faster: who changed what, and the offer to do one's own edit on top of it. */
export function ConflictNote({ conflict, onAgain, onDismiss }: ConflictNoteProps) {
  const t = useWords("dispatch");
  const { courier = "", by = "", change = "" } = conflict.facts;
  const who = by === "" ? t("conflict.somebody") : String(by);
  const what = maybeWord("dispatch", `change.${String(change)}`) ?? t("change.other");
  return (
    <Banner
      tone="warning"
      icon="swap"
      urgent
      actions={
        <>
          <Button variant="text" onClick={onAgain}>
            {t(isPlacedTogether(conflict.wish) ? "conflict.choose" : "conflict.again")}
          </Button>
          <Button variant="text" onClick={onDismiss}>
            {t("conflict.leave")}
          </Button>
        </>
      }
    >
      <strong>{t("conflict.title", { courier: String(courier), by: who })}</strong> {what}{" "}
      {t("conflict.text")}
    </Banner>
  );
}
