import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import "../words.ts";

/** Reason why an act was refused. The server's decision can be read anew; anything else is pressed again. */
export function RefusedNote({ error, onLook }: { readonly error: unknown; readonly onLook: () => void }) {
  const t = useWords("owed");
  const isSettled = isProblem(error) && error.status >= 400 && error.status < 500;
  return (
    <RefusalNote
      error={error}
      action={
        isSettled && (
          <Button variant="text" onClick={onLook}>
            {t("owed.look")}
          </Button>
        )
      }
    />
  );
}
