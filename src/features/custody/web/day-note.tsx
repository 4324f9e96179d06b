import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";

interface DayNoteProps {
  title: string;
  text: string;
  page?: boolean;
}

/** Stands in place of a list that is empty, with the way back to the day. */
export function DayNote({ title, text, page = false }: DayNoteProps) {
  const t = useWords("courier");
  const back = (
    <Button variant="filled" href="/c">
      {t("stop.gone.back")}
    </Button>
  );
  return (
    <StateMessage page={page} kind="empty" title={title} action={back}>
      <p>{text}</p>
    </StateMessage>
  );
}
