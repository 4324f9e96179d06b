import "./words.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";

interface OverbookNoteProps {
  error: unknown;
  isBusy: boolean;
  /** Does the same again, knowing that no place is left. */
  onOverbook: () => void;
}

/** A refusal; where a window has no place left the office may promise it knowingly. */
export function OverbookNote({ error, isBusy, onOverbook }: OverbookNoteProps) {
  const t = useWords("slots");
  const isFull = isProblem(error, "slots.full") || isProblem(error, "slots.closed");
  return (
    <RefusalNote
      error={error}
      action={
        isFull && (
          <Button variant="tonal" loading={isBusy} onClick={onOverbook}>
            {t("overbook")}
          </Button>
        )
      }
    />
  );
}
