import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { PATIENCE_MS, useReasonText } from "#features/dispatch/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useLatest } from "#web/ui/use-latest.ts";
import { classes } from "#web/ui/class-names.ts";
import { AddedText } from "./added-text.tsx";
import { type GapLine, useGaps } from "./use-gaps.ts";

interface GapListProps {
  readonly board: Board;
  readonly ids: readonly string[];
  readonly courier: BoardCourier;
  /** `beforeTaskId`: the stop that follows; null for the end of the route. */
  readonly onChoose: (beforeTaskId: string | null) => void;
  readonly onBack: () => void;
}

/** Places of a courier's route with what each would add: arrows and Enter, a digit, or a press takes one. */
export function GapList({ board, ids, courier, onChoose, onBack }: GapListProps) {
  const t = useWords("assigning");
  const shared = useWords("dispatch");
  const list = useId();
  const box = useRef<HTMLDivElement>(null);
  const { gaps, isAsking, isEstimated, error, again } = useGaps(board, ids, courier);
  const [at, setAt] = useState<number>();
  useEffect(() => box.current?.focus(), []);
  // Until somebody moves, the best place is the current one; the end of the route while none is known.
  const best = gaps.findIndex(({ isBest }) => isBest);
  const now = Math.min(at ?? (best < 0 ? gaps.length : best), gaps.length - 1);
  useEffect(() => {
    document.getElementById(`${list}-${now}`)?.scrollIntoView({ block: "nearest" });
  }, [list, now]);
  const choose = (gap: GapLine | undefined) => gap && onChoose(gap.before?.stop.taskId ?? null);
  // Enter that is faster than the costs waits for the best place, but not for long.
  const [isWaiting, setWaiting] = useState(false);
  const take = useLatest(() => choose(gaps[now]));
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(() => take.current(), isAsking ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [isWaiting, isAsking, take]);
  const move = (to: number) => {
    setWaiting(false);
    setAt(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const digit = /^[1-9]$/.test(event.key) ? gaps[Number(event.key) - 1] : undefined;
    const back = document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
    const step = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: gaps.length - 1 }[event.key];
    if (digit) choose(digit);
    else if (step !== undefined) move(Math.min(gaps.length - 1, Math.max(0, step)));
    else if (event.key === back) onBack();
    else if (event.key !== "Enter" && event.key !== " ") return;
    else if (isAsking && at === undefined) setWaiting(true);
    else choose(gaps[now]);
    event.preventDefault();
  };
  return (
    <>
      <p className="quiet small">{t("gap.together", { n: ids.length })}</p>
      {isAsking && (
        <p className="quiet small" role="status">
          {t("gap.asking")}
        </p>
      )}
      <RefusalNote error={error} {...(again && { onRetry: again })} />
      <div
        ref={box}
        role="listbox"
        tabIndex={0}
        aria-label={t("gap.title", { courier: courier.name })}
        aria-activedescendant={`${list}-${now}`}
        className="assign-list gap-list"
        onKeyDown={onKeyDown}
      >
        {gaps.map((gap, n) => (
          // Keys are handled by the list that names this option as its current one.
          <div
            key={gap.before?.stop.taskId ?? "end"}
            id={`${list}-${n}`}
            role="option"
            aria-selected={n === now}
            tabIndex={-1}
            className={classes("assign-choice", n === now && "current")}
            onPointerMove={() => move(n)}
            onClick={() => choose(gap)}
            onKeyDown={undefined}
          >
            <kbd aria-hidden="true">{n < 9 ? n + 1 : "·"}</kbd>
            <span className="line-name">
              <span className="strong">
                {gap.before
                  ? t("gap.before", { no: gap.before.no, label: isolated(streetOf(gap.before.stop.label)) })
                  : t("gap.end")}
              </span>
              <GapText gap={gap} board={board} />
            </span>
          </div>
        ))}
      </div>
      {isEstimated && <p className="quiet small">{shared("assign.estimated")}</p>}
    </>
  );
}

const streetOf = (label: string): string => label.split(",")[0] ?? label;

function GapText({ gap: { quote, isBest }, board }: { gap: GapLine; board: Board }) {
  const t = useWords("assigning");
  const reasonText = useReasonText(board);
  if (!quote) return null;
  if (!quote.added)
    return <span className="quote quote-cannot small">{quote.reasons.map(reasonText).join(" ")}</span>;
  return (
    <AddedText added={quote.added} zone={board.timezone}>
      {isBest && <span className="quote-best"> {t("group.best")}</span>}
    </AddedText>
  );
}
