import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { AddressText } from "#web/ui/address-text.tsx";
import { Button, IconButton } from "#web/ui/button.tsx";
import { KeyHint } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { mayEdit } from "#features/deliveries/domain/edits.ts";
import type { Board, BoardDelivery } from "../contract/board.ts";
import { mayPostpone } from "../domain/postpone.ts";
import { type ChooseLinesProps, chooseLines, chosenAct } from "./board-parts.ts";
import { chosenTimes } from "./chosen-times.ts";
import { editOne, owingOf } from "./keys/use-keys.ts";
import { pinWish } from "./plan/pin.ts";
import { type SelectionStore, useSelectedIds } from "./selection-store.ts";

export interface SelectionBarProps {
  board: Board;
  store: SelectionStore;
  /** Lines of both panes. */
  lines: Pick<ChooseLinesProps, "unassigned" | "couriers">;
  onAssign: () => void;
  onTakeBack: () => void;
  onPin: () => void;
  onPostpone: () => void;
  onPayLink: (delivery: BoardDelivery) => void;
  /** Moves the current stop; absent while the current line is no stop that may move. */
  onNudge: ((by: -1 | 1) => void) | undefined;
}

/** The line at the foot of the board: what is chosen and what may be done with it, or how the day stands. */
export function SelectionBar(props: SelectionBarProps) {
  const { board, store, lines, onAssign, onTakeBack, onPin, onPostpone, onPayLink, onNudge } = props;
  const t = useWords("dispatch");
  const ids = useSelectedIds(store);
  const chosen = board.deliveries.filter((one) => ids.has(one.id));
  const [only] = chosen;
  if (!only) return <DayFigures board={board} store={store} {...lines} />;
  const owing = owingOf([...ids], board);
  const pins = pinWish(board, [...ids]);
  const planned = board.couriers.some((courier) =>
    courier.route.stops.some((stop) => ids.has(stop.deliveryId)),
  );
  return (
    <footer className="selection-bar selection-some" aria-label={t("selection.title")}>
      <span className="selection-what">
        {chosen.length === 1 ? <One delivery={only} zone={board.timezone} /> : <Many chosen={chosen} />}
      </span>
      <chosenTimes.Parts chosen={chosen} board={board} />
      <span className="selection-do">
        {onNudge && (
          <>
            <IconButton icon="up" label={t("action.earlier")} onClick={() => onNudge(-1)} />
            <IconButton icon="down" label={t("action.later")} onClick={() => onNudge(1)} />
          </>
        )}
        {planned && (
          <Button variant="outlined" size="small" icon="undo" onClick={onTakeBack}>
            {t("action.take-back")}
          </Button>
        )}
        {pins && (
          <Button variant="outlined" size="small" icon="pin" onClick={onPin}>
            {pins.pinned ? t("action.pin") : t("action.unpin")}
          </Button>
        )}
        {chosen.some(({ state }) => mayPostpone(state)) && (
          <Button variant="outlined" size="small" icon="calendar" onClick={onPostpone}>
            {t("action.postpone")}
          </Button>
        )}
        {owing && (
          <Button variant="outlined" size="small" icon="link" onClick={() => onPayLink(owing)}>
            {t("action.pay-link")}
          </Button>
        )}
        {chosen.length === 1 && mayEdit(only.state) && (
          <IconButton icon="edit" label={t("action.edit")} onClick={() => editOne([only.id])} />
        )}
        {chosen.length === 1 && (
          <Button variant="outlined" size="small" icon="arrow-forward" href={`/d/deliveries/${only.id}`}>
            {t("action.open")}
          </Button>
        )}
        <chosenAct.Parts
          board={board}
          ids={board.unassigned.filter((id) => ids.has(id))}
          chosen={chosen.map(({ id }) => id)}
        />
        <Button variant="filled" size="small" icon="person" onClick={onAssign}>
          {t("action.assign")}
        </Button>
        <IconButton icon="close" label={t("action.clear")} onClick={() => store.change({ type: "clear" })} />
      </span>
    </footer>
  );
}

function One({ delivery, zone }: { delivery: BoardDelivery; zone: string }) {
  const t = useWords("dispatch");
  const f = useFormat();
  return (
    <>
      <span className="serial">
        <bdi dir="ltr">{delivery.number}</bdi>
      </span>
      <span className="line-way">
        <AddressText label={delivery.pickupLabel} />
        <Icon name="arrow-forward" size="small" />
        <span className="hidden-text">{t("row.to")} </span>
        <AddressText label={delivery.dropoffLabel} strong />
      </span>
      <span className="cut wide-only">{t("selection.for", { name: delivery.recipientName })}</span>
      <span className="quiet small figure wide-only">{f.window(delivery.window, zone)}</span>
    </>
  );
}

function Many({ chosen }: { chosen: readonly BoardDelivery[] }) {
  const t = useWords("dispatch");
  const f = useFormat();
  const parcels = chosen.reduce((sum, one) => sum + one.parcels, 0);
  const mass = chosen.reduce((sum, one) => sum + one.massG, 0);
  return (
    <>
      <span className="strong">{t("selection.many", { n: chosen.length })}</span>
      <span className="quiet small">{t("row.load", { n: parcels, mass: f.mass(mass) })}</span>
    </>
  );
}

function DayFigures(props: ChooseLinesProps) {
  const { board } = props;
  const t = useWords("dispatch");
  const stops = board.couriers.flatMap((courier) => courier.route.stops);
  const done = stops.filter((stop) => stop.state === "succeeded" || stop.state === "failed").length;
  return (
    <footer className="selection-bar" aria-label={t("selection.title")}>
      <span className="selection-what quiet">
        {t("figures.day", { unassigned: board.unassigned.length, left: stops.length - done, done })}
      </span>
      <chooseLines.Parts {...props} />
      <span className="selection-do quiet small hint">
        {t("figures.hint")} <KeyHint keys={["?"]} />
      </span>
    </footer>
  );
}
