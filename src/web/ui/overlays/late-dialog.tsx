import { type ComponentType, useEffect, useState } from "react";
import { loadWords, useWords } from "../../i18n/words.ts";
import { reportMissingCode } from "../../offline/code-missing.ts";
import { openNewest } from "../../shell/update.ts";
import { Button } from "../button.tsx";
import { Dialog } from "../dialog.tsx";
import { Row } from "../layout.tsx";
import { useReconnect } from "../use-reconnect.ts";

interface Closable {
  readonly onClose: () => void;
}
type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A dialog whose code comes when it is opened: `lateDialog(() => import("./retry-dialog.tsx").then((m) => m.RetryDialog))`.
 * Shows a sentence in its place where it does not come. `words` are the rooms whose words it shows besides the page's.
 */
export function lateDialog<P extends Closable>(load: Load<P>, words: readonly string[] = []) {
  let kept: ComponentType<P> | undefined;
  return function LateDialog(props: P) {
    const [Part, setPart] = useState(() => kept);
    const [tries, setTries] = useState(0);
    const [failed, setFailed] = useState(0);
    useEffect(() => {
      if (kept) return;
      let isOver = false;
      const fetchIt = async () => {
        try {
          const [part] = await Promise.all([load(), loadWords(...words)]);
          kept = part;
          if (!isOver) setPart(() => part);
        } catch {
          reportMissingCode();
          if (!isOver) setFailed(tries + 1);
        }
      };
      void fetchIt();
      return () => {
        isOver = true;
      };
    }, [tries]);
    if (Part) return <Part {...props} />;
    return failed > 0 && <Missing failed={failed} onRetry={() => setTries(failed)} onClose={props.onClose} />;
  };
}

interface MissingProps extends Closable {
  /** How often the code did not come. */
  readonly failed: number;
  readonly onRetry: () => void;
}

function Missing({ failed, onRetry, onClose }: MissingProps) {
  const t = useWords("hall");
  const kind = navigator.onLine ? "error" : "offline";
  useReconnect(kind === "offline" ? onRetry : undefined);
  return (
    <Dialog
      open
      title={t(`state.${kind}.title`)}
      onClose={onClose}
      actions={
        <Row spread="end">
          {/* Firefox and Safari keep a failure until the page is loaded anew; Chromium asks again. */}
          {failed > 1 && kind === "error" && (
            <Button variant="text" onClick={openNewest}>
              {t("update.reload")}
            </Button>
          )}
          <Button variant="filled" icon="refresh" onClick={onRetry}>
            {t("state.again")}
          </Button>
        </Row>
      }
    >
      <p role="alert">{t(`state.${kind}.text`)}</p>
    </Dialog>
  );
}
