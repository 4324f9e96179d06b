import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { handingOver, QuoteText, useReasonText, VEHICLE_ICON } from "#features/dispatch/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import { AddedText } from "./added-text.tsx";
import type { GroupLine } from "./use-group-quotes.ts";
import type { Line } from "./use-lines.ts";

interface ChoiceProps {
  id: string;
  courier: BoardCourier;
  line: Line | undefined;
  /** Deliveries that are assigned. */
  ids: readonly string[];
  board: Board;
  digit: number;
  left: { readonly total: number; readonly done: number };
  current: boolean;
  onHover: () => void;
  onChoose: () => void;
}

/** A courier in the list, with what the deliveries would add and whose parcels must be handed over. */
export function Choice(props: ChoiceProps) {
  const { id, courier, line, ids, board, digit, left, current, onHover, onChoose } = props;
  const t = useWords("dispatch");
  return (
    // Keys are handled by the text box that names this option as its current one.
    <div
      id={id}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      className={classes("assign-choice", current && "current")}
      onPointerMove={onHover}
      onClick={onChoose}
      onKeyDown={undefined}
    >
      <kbd aria-hidden="true">{digit < 10 ? digit : "·"}</kbd>
      <Icon name={VEHICLE_ICON[courier.vehicle]} />
      <span className="line-name">
        <span className="strong">{courier.name}</span>
        <span className="quiet small">
          <span className={courier.onDuty ? "duty duty-on" : "duty"} aria-hidden="true" />
          {courier.onDuty ? t("duty.on") : t("duty.off")}
        </span>
        {line?.of === "one" && <QuoteText quote={line.quote} board={board} />}
        {line?.of === "group" && <GroupText line={line.quote} board={board} />}
        {handingOver(board, ids, courier.id).map(({ from, parcels }) => (
          <span key={from} className="quote quote-tight small">
            {t("hand-over.holds", { courier: from, n: parcels })}
          </span>
        ))}
      </span>
      <span className="quiet small figure">{t("assign.left", { n: left.total - left.done })}</span>
    </div>
  );
}

/** Says what several deliveries would add together, or which of them finds no place and why. */
function GroupText({ line, board }: { line: GroupLine; board: Board }) {
  const t = useWords("assigning");
  const shared = useWords("dispatch");
  const deliveryId = line.kind === "cannot" ? line.deliveryId : "";
  const reasonText = useReasonText(board, deliveryId);
  if (line.kind === "fits")
    return (
      <AddedText added={line} zone={board.timezone}>
        {line.rank === 0 && <span className="quote-best"> {t("group.best")}</span>}
      </AddedText>
    );
  const number = board.deliveries.find(({ id }) => id === deliveryId)?.number ?? "";
  const reason = line.reasons.map(reasonText).join(" ") || shared("quote.cannot");
  return (
    <span className="quote quote-cannot small">
      {t("group.cannot", { number: isolated(number), reason })}
    </span>
  );
}
