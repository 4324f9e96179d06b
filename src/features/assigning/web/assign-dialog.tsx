import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import {
  type AssignAsk,
  type AssignPlace,
  PATIENCE_MS,
  loadOf,
  matches,
  planPath,
} from "#features/dispatch/web/public.ts";
import type { Board, BoardCourier } from "#features/dispatch/contract/board.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import "./assigning.css";
import { Choice } from "./choice.tsx";
import { GapList } from "./gap-list.tsx";
import { useLines, type Line } from "./use-lines.ts";

/** Chooses a courier, and on demand the place on their route. */
export function AssignDialog(props: AssignAsk) {
  const t = useWords("dispatch");
  const own = useWords("assigning");
  const { board, ids, onChoose, onClose } = props;
  const [courierId, setCourierId] = useState<string>();
  // The toggle is for a pointer: what is pressed then opens the places instead of assigning.
  const [isPlacing, setPlacing] = useState(false);
  const opened = board.couriers.find(({ id }) => id === courierId);
  if (opened)
    return (
      <Dialog
        open
        onClose={() => setCourierId(undefined)}
        title={own("gap.title", { courier: opened.name })}
        actions={
          <Button variant="text" icon="people" onClick={() => setCourierId(undefined)}>
            {own("gap.back")}
          </Button>
        }
      >
        <GapList
          board={board}
          ids={ids}
          courier={opened}
          onChoose={(beforeTaskId) => onChoose(opened.id, { beforeTaskId })}
          onBack={() => setCourierId(undefined)}
        />
      </Dialog>
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("assign.title", { n: ids.length })}
      actions={
        <>
          {ids.length > 1 && (
            <Button variant="text" icon="route" href={planPath(board.date, ids)}>
              {t("assign.spread")}
            </Button>
          )}
          <Button
            variant={isPlacing ? "tonal" : "text"}
            icon="list"
            aria-pressed={isPlacing}
            onClick={() => setPlacing(!isPlacing)}
          >
            {own("gap.open")}
          </Button>
        </>
      }
    >
      <CourierList {...props} isPlacing={isPlacing} onPlaces={setCourierId} />
    </Dialog>
  );
}

interface CourierListProps extends AssignAsk {
  readonly isPlacing: boolean;
  /** Opens the places of a courier's route. */
  readonly onPlaces: (courierId: string) => void;
}

/** Order of the list: the best quote first, who cannot take it last; without quotes who is on duty first. */
const rankOf = ({ onDuty }: BoardCourier, line: Line | undefined): number =>
  line === undefined ? (onDuty ? 1000 : 2000) : line.quote.kind === "fits" ? line.quote.rank : 3000;

const placesOf = (line: Line | undefined): AssignPlace | undefined =>
  line?.quote.kind === "fits" ? { places: line.quote.places } : undefined;

const isRtl = (): boolean => document.documentElement.dir === "rtl";

/** True for the arrow that leads on, while it would not move the caret through what is typed. */
const leadsOn = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean =>
  key === (isRtl() ? "ArrowLeft" : "ArrowRight") &&
  currentTarget.selectionStart === currentTarget.value.length;

/**
 * Couriers by typing, arrows or the digit beside the name; Enter and one press assign. Deliveries that are not begun are quoted over
 * all couriers and go to their best places.
 */
function CourierList({ board, ids, isPlacing, onChoose, onPlaces }: CourierListProps) {
  const t = useWords("dispatch");
  const own = useWords("assigning");
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  const { lines, isAsking, isEstimated, left, error, again } = useLines(board, ids);
  // After the dialog opened: it would give the focus to its close button.
  useEffect(() => box.current?.focus(), []);
  const found = rankedIn(board, lines).filter(({ courier }) => matches(text, [courier.name]));
  const current = found[Math.min(at, found.length - 1)];
  const [chosen, setChosen] = useState<string>();
  const take = useLatest((courierId: string) => onChoose(courierId, placesOf(lines.get(courierId))));
  // A choice that is faster than the quotes waits for the best place, but not for long.
  useEffect(() => {
    if (chosen === undefined) return undefined;
    const timer = setTimeout(() => take.current(chosen), isAsking ? PATIENCE_MS : 0);
    return () => clearTimeout(timer);
  }, [chosen, isAsking, take]);
  const choose = ({ courier: { id } }: (typeof found)[number]) => (isPlacing ? onPlaces(id) : setChosen(id));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const digit = text === "" && /^[1-9]$/.test(event.key) ? found[Number(event.key) - 1] : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (digit) choose(digit);
    else if (step !== undefined) setAt(Math.min(found.length - 1, Math.max(0, at + step)));
    else if (leadsOn(event) && current) onPlaces(current.courier.id);
    else if (event.key === "Enter" && current) choose(current);
    else return;
    event.preventDefault();
  };
  return (
    <>
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
          aria-describedby={`${list}-hint`}
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
      <p className="quiet small assign-hint" id={`${list}-hint`}>
        {own("gap.hint", { open: isRtl() ? "←" : "→", back: isRtl() ? "→" : "←" })}
      </p>
      {isAsking && (
        <p className="quiet small" role="status">
          {t("assign.asking")}
        </p>
      )}
      <RefusalNote error={error} {...(again && { onRetry: again })} />
      <div id={list} role="listbox" aria-label={t("couriers.title")} className="assign-list">
        {found.map((one, n) => (
          <Choice
            key={one.courier.id}
            id={`${list}-${one.courier.id}`}
            courier={one.courier}
            line={lines.get(one.courier.id)}
            ids={ids}
            board={board}
            digit={one.digit}
            left={loadOf(one.courier)}
            current={one.courier === current?.courier}
            onHover={() => setAt(n)}
            onChoose={() => choose(one)}
          />
        ))}
      </div>
      {found.length === 0 && <p className="quiet">{t("assign.none")}</p>}
      {left.length > 0 && <p className="quiet small">{own("group.left", { n: left.length })}</p>}
      {isEstimated && <p className="quiet small">{t("assign.estimated")}</p>}
    </>
  );
}

/** Every courier in the order of the list, with the digit that chooses them. */
const rankedIn = ({ couriers }: Board, lines: ReadonlyMap<string, Line>) =>
  couriers
    .toSorted((a, b) => rankOf(a, lines.get(a.id)) - rankOf(b, lines.get(b.id)))
    .map((courier, n) => ({ courier, digit: n + 1 }));
