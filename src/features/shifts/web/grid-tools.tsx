import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";

interface GridToolsProps {
  /** The chosen courier and day. */
  where: string;
  acts: {
    readonly edit: () => void;
    readonly all: () => unknown;
    readonly break: () => void;
    readonly copyOn: () => void;
    readonly clear: () => void;
  };
  isEmpty: boolean;
  /** No day comes after it in this week. */
  isLast: boolean;
  isBusy: boolean;
}

/** Acts on the chosen day, for the mouse. */
export function GridTools({ where, acts, isEmpty, isLast, isBusy }: GridToolsProps) {
  const t = useWords("shifts");
  return (
    <div className="shift-tools" role="toolbar" aria-label={t("tools.label", { where })}>
      <span className="shift-where strong" aria-hidden>
        <bdi>{where}</bdi>
      </span>
      <Button variant="tonal" icon="edit" size="small" onClick={acts.all} disabled={isBusy}>
        {t("tools.edit")}
      </Button>
      <Button variant="text" icon="pause" size="small" onClick={acts.break} disabled={isEmpty || isBusy}>
        {t("tools.break")}
      </Button>
      <Button
        variant="text"
        icon="copy"
        size="small"
        onClick={acts.copyOn}
        disabled={isEmpty || isLast || isBusy}
      >
        {t("tools.copy")}
      </Button>
      <Button variant="text" icon="remove" size="small" onClick={acts.clear} disabled={isEmpty || isBusy}>
        {t("tools.clear")}
      </Button>
    </div>
  );
}
