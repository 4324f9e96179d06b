import { type KeyboardEvent, type MouseEvent, type Ref, useSyncExternalStore } from "react";
import { useWords } from "#web/i18n/words.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { mark } from "#web/ui/lines/drag.ts";
import { type LinesHandle, VirtualLines } from "#web/ui/lines/virtual-lines.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { carried, heldKey, pickUp, putDown } from "#web/ui/lines/carry.ts";
import { DeliveryRow } from "./lines.tsx";
import type { DeliveryLine } from "./rows.ts";
import { type SelectionStore, useCursor } from "./selection-store.ts";

export interface UnassignedPaneProps {
  rows: readonly DeliveryLine[];
  /** How many there are without the filter. */
  total: number;
  zone: string;
  date: LocalDate;
  store: SelectionStore;
  handle: Ref<LinesHandle>;
  onKeyDown: (event: KeyboardEvent) => void;
  onPress: (key: string, event: MouseEvent) => void;
  onOpen: (key: string) => void;
  onTakeBack: (ids: readonly string[]) => void;
}

const HEIGHT_REM = 3.5;
/** On a narrow phone each of the two places has a line of its own. */
const NARROW_HEIGHT_REM = 4.75;
const NARROW = "(width < 26rem)";

function watchNarrow(listener: () => void) {
  const media = matchMedia(NARROW);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}
const isNarrow = (): boolean => matchMedia(NARROW).matches;

/** Deliveries without a courier, the earliest promise first. Dropping a stop here unassigns it. */
export function UnassignedPane(props: UnassignedPaneProps) {
  const { rows, total, zone, date, store, handle, onKeyDown, onPress, onOpen, onTakeBack } = props;
  const t = useWords("dispatch");
  const cursor = useCursor(store, "unassigned");
  const height = useSyncExternalStore(watchNarrow, isNarrow) ? NARROW_HEIGHT_REM : HEIGHT_REM;
  const accepts = () => carried()?.stop !== undefined;
  return (
    <section
      className="pane pane-unassigned"
      tabIndex={-1}
      aria-label={t("unassigned.title")}
      onDragStart={(event) => {
        const key = event.target instanceof Element ? event.target.getAttribute("data-key") : null;
        const row = rows.find((one) => one.key === key);
        if (!row) return;
        const chosen = store.get().ids;
        if (!chosen.has(row.deliveryId))
          store.change({ type: "go", pane: "unassigned", rows, key: row.key, reach: "one" });
        const deliveryIds = [...store.get().ids];
        pickUp(event, { deliveryIds }, t("drag.carrying", { n: deliveryIds.length }));
      }}
      onDragEnd={putDown}
      onDragOver={(event) => {
        if (!accepts()) return;
        event.preventDefault();
        mark(event.currentTarget, "into");
      }}
      onDrop={(event) => {
        const load = carried();
        if (!load || !accepts()) return;
        event.preventDefault();
        putDown();
        onTakeBack(load.deliveryIds);
      }}
    >
      <h2 className="pane-head">
        <span>{t("unassigned.title")}</span>
        <span className="pane-count">
          {rows.length === total ? total : t("pane.of", { n: rows.length, total })}
        </span>
      </h2>
      <output className="hidden-text">
        {rows.length === total ? "" : t("pane.shown", { n: rows.length, total })}
      </output>
      {rows.length === 0 ? (
        <StateMessage
          kind="empty"
          icon={total === 0 ? "check-circle" : "filter"}
          title={total === 0 ? t("unassigned.empty.title") : t("filter.empty.title")}
        >
          <p>{total === 0 ? t("unassigned.empty.text") : t("filter.empty.text")}</p>
        </StateMessage>
      ) : (
        <VirtualLines
          name="unassigned"
          role="listbox"
          label={t("unassigned.title")}
          rows={rows}
          heightOf={() => height}
          cursor={cursor}
          heldKey={heldKey}
          handle={handle}
          onKeyDown={onKeyDown}
          onPress={onPress}
          onOpen={onOpen}
        >
          {(row, at) => (
            <DeliveryRow
              key={row.key}
              row={row}
              store={store}
              zone={zone}
              date={date}
              at={at}
              position={rows.indexOf(row) + 1}
              count={rows.length}
            />
          )}
        </VirtualLines>
      )}
    </section>
  );
}
