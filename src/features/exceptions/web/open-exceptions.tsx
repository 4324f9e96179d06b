import { useWords } from "#web/i18n/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import "./exceptions.css";
import { toneOf } from "./kind-look.ts";
import { severityWord } from "./queue-row.tsx";
import { useOpenCount } from "./use-exceptions.ts";

/** How many exceptions are open, with the worst severity, as the way to the queue. Nothing before it is known. */
export function OpenExceptions() {
  const t = useWords("exceptions");
  const { data } = useOpenCount();
  if (!data) return null;
  const { open, worst } = data;
  return (
    <a className={`open-exceptions tone-${worst === null ? "done" : toneOf(worst)}`} href="/d/exceptions">
      <Icon name={worst === null ? "check-circle" : "warning"} size="small" />
      <span>{t("board.count", { n: open })}</span>
      {worst !== null && <span className="quiet">· {t(`severity.${severityWord(worst)}`)}</span>}
    </a>
  );
}
