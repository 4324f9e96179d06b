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
import { isolated } from "#kernel/isolated.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
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
  const { board, onClose } = props;
  const [courierId, setCourierId] = useState<string>();
  // Kept here, so that who comes back from the places finds the list as it was.
  const [find, setFind] = useState<Find>(ANYBODY);
  const quotes = useLines(board, props.ids);
  const { ids, stay } = countedIn(props.ids, quotes.left);
  const onChoose: AssignAsk["onChoose"] = (id, where = {}) =>
    props.onChoose(id, ids === props.ids ? where : { ...where, deliveryIds: ids });
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
      <CourierList
        {...{ board, ids, stay, quotes, find, isPlacing, onChoose }}
        onFind={setFind}
        onPlaces={(id) => {
          setFind({ ...find, courierId: id });
          setCourierId(id);
        }}
      />
    </Dialog>
  );
}

/** Text that is typed, and the courier on whom the cursor stands; the first one until somebody moves it. */
interface Find {
  readonly text: string;
  readonly courierId: string | undefined;
}
const ANYBODY: Find = { text: "", courierId: undefined };

/**
 * Deliveries that are given, and those that stay with their courier. Where no figure counts any of them, all are given: then
 * the choice itself says that they are meant.
 */
function countedIn(ids: readonly string[], left: readonly string[]) {
  const counted = ids.filter((id) => !left.includes(id));
  return left.length === 0 || counted.length === 0 ? { ids, stay: [] } : { ids: counted, stay: left };
}

interface CourierListProps extends Omit<AssignAsk, "onClose"> {
  /** Deliveries that stay with their courier. */
  readonly stay: readonly string[];
  readonly quotes: ReturnType<typeof useLines>;
  readonly find: Find;
  readonly onFind: (find: Find) => void;
  readonly isPlacing: boolean;
  /** Opens the places of a courier's route. */
  readonly onPlaces: (courierId: string) => void;
}

/** Order of the list: the best quote first, who cannot take it last; without quotes who is on duty first. */
const rankOf = ({ onDuty }: BoardCourier, line: Line | undefined): number =>
  line === undefined ? (onDuty ? 1000 : 2000) : line.quote.kind === "fits" ? line.quote.rank : 3000;

const placesOf = (line: Line | undefined): AssignPlace | undefined =>
  line?.quote.kind === "fits" ? { places: line.quote.places, revision: line.quote.revision } : undefined;

const isRtl = (): boolean => document.documentElement.dir === "rtl";

/** True for the arrow that leads on, while it would not move the caret through what is typed. */
const leadsOn = (event: KeyboardEvent<HTMLInputElement>): boolean =>
  event.key === (isRtl() ? "ArrowLeft" : "ArrowRight") &&
  !(event.ctrlKey || event.altKey || event.shiftKey || event.metaKey) &&
  event.currentTarget.selectionStart === event.currentTarget.value.length;

/**
 * Couriers by typing, arrows or the digit beside the name; Enter and one press assign. Deliveries that are not begun are quoted over
 * all couriers and go to their best places.
 */
function CourierList(props: CourierListProps) {
  const { board, ids, stay, quotes, find, onFind, isPlacing, onChoose, onPlaces } = props;
  const { lines, isAsking, isEstimated, left, error, again } = quotes;
  const { text } = find;
  const t = useWords("dispatch");
  const own = useWords("assigning");
  const list = useId();
  const box = useRef<HTMLInputElement>(null);
  // After the dialog opened: it would give the focus to its close button.
  useEffect(() => box.current?.focus(), []);
  const found = rankedIn(board, lines).filter(({ courier }) => matches(text, [courier.name]));
  const at = Math.max(
    0,
    found.findIndex(({ courier }) => courier.id === find.courierId),
  );
  const current = found[at];
  const setAt = (n: number) => onFind({ text, courierId: found[n]?.courier.id });
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
          onChange={(event) => onFind({ text: event.target.value, courierId: undefined })}
          onKeyDown={onKeyDown}
        />
      </label>
      <p className="quiet small assign-hint" id={`${list}-hint`}>
        {own(placesOf(current && lines.get(current.courier.id)) ? "gap.hint" : "gap.hint-end", {
          open: isRtl() ? "←" : "→",
          back: isRtl() ? "→" : "←",
        })}
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
      {left.length > 0 && <Left board={board} stay={stay} />}
      {isEstimated && <p className="quiet small">{t("assign.estimated")}</p>}
    </>
  );
}

/** Names the deliveries that stay with their courier. */
function Left({ board, stay }: Pick<CourierListProps, "board" | "stay">) {
  const own = useWords("assigning");
  const format = useFormat();
  const numbers = board.deliveries.flatMap(({ id, number }) => (stay.includes(id) ? isolated(number) : []));
  const text = stay.length > 0 ? own("group.left", { numbers: format.list(numbers) }) : own("group.left-all");
  return <p className="quiet small">{text}</p>;
}

/** Every courier in the order of the list, with the digit that chooses them. */
const rankedIn = ({ couriers }: Board, lines: ReadonlyMap<string, Line>) =>
  couriers
    .toSorted((a, b) => rankOf(a, lines.get(a.id)) - rankOf(b, lines.get(b.id)))
    .map((courier, n) => ({ courier, digit: n + 1 }));
