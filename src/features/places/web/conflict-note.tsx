import { useSyncExternalStore } from "react";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";

interface ConflictNoteProps {
  form: { subscribe: (listener: () => void) => () => void; problem: () => unknown };
  onTheirs: () => void;
}

/** Shows the server's answer that belongs to no input; after a conflict, with the way to the new version. */
export function ConflictNote({ form, onTheirs }: ConflictNoteProps) {
  const t = useWords("places");
  const problem = useSyncExternalStore(form.subscribe, form.problem);
  const action = isProblem(problem, "places.changed-meanwhile") && (
    <Button variant="text" onClick={onTheirs}>
      {t("save.theirs")}
    </Button>
  );
  return <RefusalNote error={problem} {...(action && { action })} />;
}
