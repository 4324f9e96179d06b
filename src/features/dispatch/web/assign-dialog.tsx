import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import type { Board, BoardCourier } from "../contract/board.ts";
import type { StopPlace } from "../contract/quotes.ts";
import { VEHICLE_ICON } from "./lines.tsx";
import { type Handing, handingOver } from "./plan/handing-over.ts";
import { planPath } from "./plan/plan-path.ts";
import { loadOf, matches } from "./rows.ts";
import { type CourierQuote, QuoteText } from "./quotes/quote-text.tsx";
import { PATIENCE_MS, useQuotes } from "./quotes/use-quotes.ts";

export interface AssignDialogProps {
  board: Board;
  ids: readonly string[];
  /** `places`: where the stops go on the courier's route; at its end without them. */
  onChoose: (courierId: string, places?: readonly StopPlace[]) => void;
  onClose: () => void;
}

/** Order of the list: the best quote first, who cannot take it last; without quotes who is on duty first. */
const rankOf = ({ onDuty }: BoardCourier, quote: CourierQuote | undefined): number =>
  quote === undefined ? (onDuty ? 1000 : 2000) : quote.kind === "fits" ? quote.rank : 3000;

/**
 * Chooses a courier by typing, arrows or the digit beside the name; Enter and one press do it. One delivery that is not
 * begun is quoted over all couriers and goes to its best place.
 */
export function AssignDialog({ board, ids, onChoose, onClose }: AssignDialogProps) {
  const t = useWords("dispatch");
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const { quotes, isAsking, isEstimated } = useQuotes(board, ids);
  // After the dialog opened: it would give the focus to its close button.
  useEffect(() => box.current?.focus(), []);
  const ranked = board.couriers
    .map((courier) => ({ courier, quote: quotes.get(courier.id) }))
    .toSorted((a, b) => rankOf(a.courier, a.quote) - rankOf(b.courier, b.quote))
    .map((one, n) => ({ ...one, digit: n + 1 }));
  const found = ranked.filter(({ courier }) => matches(text, [courier.name]));
  const current = found[Math.min(at, found.length - 1)];
  const [chosen, setChosen] = useState<string>();
  const take = useLatest((courierId: string) => {
    const quote = quotes.get(courierId);
    onChoose(courierId, quote?.kind === "fits" ? quote.places : undefined);
  });
  // A choice that is faster than the quotes waits for the best place, but not for long.
  useEffect(() => {
    if (chosen === undefined) return undefined;
    const timer = setTimeout(() => take.current(chosen), isAsking ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [chosen, isAsking, take]);
  const choose = ({ courier }: (typeof ranked)[number]) => setChosen(courier.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const digit = text === "" && /^[1-9]$/.test(event.key) ? ranked[Number(event.key) - 1] : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (digit) choose(digit);
    else if (step !== undefined) setAt(Math.min(found.length - 1, Math.max(0, at + step)));
    else if (event.key === "Enter" && current) choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("assign.title", { n: ids.length })}
      actions={
        ids.length > 1 && (
          <Button variant="text" icon="route" href={planPath(board.date, ids)}>
            {t("assign.spread")}
          </Button>
        )
      }
    >
      <label className="board-search assign-search">
        <Icon name="search" size="small" />
        <input
          ref={box}
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && `${list}-${current.courier.id}`}
          aria-label={t("assign.search")}
          placeholder={t("assign.search")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      {isAsking && (
        <p className="quiet small" role="status">
          {t("assign.asking")}
        </p>
      )}
      <div id={list} role="listbox" aria-label={t("couriers.title")} className="assign-list">
        {found.map((one, n) => (
          <Choice
            key={one.courier.id}
            id={`${list}-${one.courier.id}`}
            courier={one.courier}
            quote={one.quote}
            handings={handingOver(board, ids, one.courier.id)}
            board={board}
            digit={one.digit}
            current={one.courier === current?.courier}
            onHover={() => setAt(n)}
            onChoose={() => choose(one)}
          />
        ))}
      </div>
      {found.length === 0 && <p className="quiet">{t("assign.none")}</p>}
      {isEstimated && <p className="quiet small">{t("assign.estimated")}</p>}
    </Dialog>
  );
}

interface ChoiceProps {
  id: string;
  courier: BoardCourier;
  quote: CourierQuote | undefined;
  handings: readonly Handing[];
  board: Board;
  digit: number;
  current: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function Choice({ id, courier, quote, handings, board, digit, current, onHover, onChoose }: ChoiceProps) {
  const t = useWords("dispatch");
  const load = loadOf(courier);
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
        {quote && <QuoteText quote={quote} board={board} />}
        {handings.map(({ from, parcels }) => (
          <span key={from} className="quote quote-tight small">
            {t("hand-over.holds", { courier: from, n: parcels })}
          </span>
        ))}
      </span>
      <span className="quiet small figure">{t("assign.left", { n: load.total - load.done })}</span>
    </div>
  );
}
