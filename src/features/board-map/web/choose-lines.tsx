import type { ChooseLinesProps } from "#features/dispatch/web/public.ts";
import { useLateWork } from "#features/lateness/web/public.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { chooseThere } from "./choose.ts";
import "./choose-lines.css";
import { lateOf, shownOf } from "./lines.ts";

/** Choices by one press of a mouse: all late deliveries, or all that the lists show. */
export function ChooseLines(props: ChooseLinesProps) {
  const { store } = props;
  const t = useWords("board-map");
  const late = lateOf(props, useLateWork(props.board));
  const shown = shownOf(props);
  return (
    <span className="choose-lines" role="group" aria-label={t("lines")}>
      {late.length > 0 && (
        <Button variant="tonal" size="small" icon="clock" onClick={() => chooseThere(store, late, "only")}>
          {t("lines.late", { n: late.length })}
        </Button>
      )}
      {shown.length > 0 && (
        <Button
          variant="outlined"
          size="small"
          icon="check"
          onClick={() => chooseThere(store, shown, "only")}
        >
          {t("lines.shown", { n: shown.length })}
        </Button>
      )}
    </span>
  );
}
