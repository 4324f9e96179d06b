import { useWords } from "#web/i18n/words.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { KEY_LINES } from "./keymap.ts";

/** The key map of the board, from the same table that the keys obey. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  const t = useWords("dispatch");
  return (
    <Dialog open onClose={onClose} title={t("keys.title")}>
      <p className="quiet">{t("keys.where")}</p>
      <dl className="key-lines">
        {KEY_LINES.map(({ keys, word }) => (
          <div key={word} className="key-line">
            <dt>
              {keys.map((chord) => (
                <span key={chord.join("+")} className="keys">
                  {chord.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dt>
            <dd>{t(word)}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet small">{t("keys.pointer")}</p>
    </Dialog>
  );
}
