import type { ReactNode } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import "../words.ts";

interface RefusedNoteProps {
  readonly error: unknown;
  /** Reads anew what the server decided. */
  readonly onLook?: (() => void) | undefined;
  /** A better way out. */
  readonly action?: ReactNode;
}

/** Reason why an act was refused. The server's decision can be read anew; anything else is pressed again. */
export function RefusedNote({ error, onLook, action }: RefusedNoteProps) {
  const isSettled = isProblem(error) && error.status >= 400 && error.status < 500;
  const look = isSettled && onLook && <LookButton onLook={onLook} />;
  return <RefusalNote error={error} action={action || look || undefined} />;
}

/** Closes what is open and reads anew. */
export function LookButton({ onLook }: { readonly onLook: () => void }) {
  const t = useWords("owed");
  return (
    <Button variant="text" onClick={onLook}>
      {t("owed.look")}
    </Button>
  );
}
