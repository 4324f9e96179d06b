import type { DragEvent, KeyboardEvent, MouseEvent, Ref } from "react";
import { useWords } from "#web/i18n/words.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import { type Edge, edgeOf, lineUnder, mark } from "#web/ui/lines/drag.ts";
import { type LinesHandle, VirtualLines } from "#web/ui/lines/virtual-lines.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { carried, type Drop, heldKey, type Load, pickUp, putDown } from "#web/ui/lines/carry.ts";
import { CourierRow, StopRow } from "./lines.tsx";
import type { RouteLine } from "./rows.ts";
import { type SelectionStore, useCursor } from "./selection-store.ts";

export interface CouriersPaneProps {
  rows: readonly RouteLine[];
  /** How many couriers there are without the filter. */
  total: number;
  zone: string;
  date: LocalDate;
  store: SelectionStore;
  handle: Ref<LinesHandle>;
  onKeyDown: (event: KeyboardEvent) => void;
  onPress: (key: string, event: MouseEvent) => void;
  onOpen: (key: string) => void;
  onDrop: (load: Load, drop: Drop) => void;
}

const COURIER_REM = 4.375;
const STOP_REM = 2.125;

/** The place on a route that a line under the pointer stands for, and where to draw it. */
function dropAt(
  event: DragEvent,
  rows: readonly RouteLine[],
): { drop: Drop; element: HTMLElement; edge: Edge } | undefined {
  const element = lineUnder(event);
  const at = rows.findIndex((row) => row.key === element?.dataset["key"]);
  const row = rows[at];
  if (!element || !row) return undefined;
  if (row.kind === "courier") return { drop: { courierId: row.courierId }, element, edge: "into" };
  const edge = edgeOf(event, element);
  const next = rows[at + 1];
  const follower = next?.kind === "stop" ? next.taskId : null;
  return {
    drop: { courierId: row.courierId, beforeTaskId: edge === "before" ? row.taskId : follower },
    element,
    edge,
  };
}

/** Every courier with their stops in order, as a tree: arrows walk it, dropping between two stops plans there. */
export function CouriersPane(props: CouriersPaneProps) {
  const { rows, total, zone, date, store, handle, onKeyDown, onPress, onOpen, onDrop } = props;
  const t = useWords("dispatch");
  const cursor = useCursor(store, "couriers");
  const shown = rows.filter((row) => row.kind === "courier").length;
  return (
    <section
      className="pane pane-couriers"
      tabIndex={-1}
      aria-label={t("couriers.title")}
      onDragStart={(event) => {
        const key = event.target instanceof Element ? event.target.getAttribute("data-key") : null;
        const row = rows.find((one) => one.key === key);
        if (row?.kind !== "stop") return;
        if (!store.get().ids.has(row.deliveryId))
          store.change({ type: "go", pane: "couriers", rows, key: row.key, reach: "one" });
        const deliveryIds = [...store.get().ids];
        const stop = { taskId: row.taskId, courierId: row.courierId };
        pickUp(event, { deliveryIds, stop }, t("drag.carrying", { n: deliveryIds.length }));
      }}
      onDragEnd={putDown}
      onDragOver={(event) => {
        const found = carried() && dropAt(event, rows);
        if (!found) return mark(undefined);
        event.preventDefault();
        mark(found.element, found.edge);
      }}
      onDragLeave={(event) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) mark(undefined);
      }}
      onDrop={(event) => {
        const load = carried();
        const found = load && dropAt(event, rows);
        if (!load || !found) return;
        event.preventDefault();
        putDown();
        onDrop(load, found.drop);
      }}
    >
      <h2 className="pane-head">
        <span>{t("couriers.title")}</span>
        <span className="pane-count">{shown === total ? total : t("pane.of", { n: shown, total })}</span>
      </h2>
      {rows.length === 0 ? (
        <StateMessage
          kind="empty"
          icon={total === 0 ? "people" : "filter"}
          title={total === 0 ? t("couriers.empty.title") : t("filter.empty.title")}
        >
          <p>{total === 0 ? t("couriers.empty.text") : t("filter.empty.text")}</p>
        </StateMessage>
      ) : (
        <VirtualLines
          name="couriers"
          role="tree"
          label={t("couriers.title")}
          rows={rows}
          heightOf={(row) => (row.kind === "courier" ? COURIER_REM : STOP_REM)}
          cursor={cursor}
          heldKey={heldKey}
          handle={handle}
          onKeyDown={onKeyDown}
          onPress={onPress}
          onOpen={onOpen}
        >
          {(row, at) =>
            row.kind === "courier" ? (
              <CourierRow key={row.key} row={row} store={store} zone={zone} date={date} at={at} />
            ) : (
              <StopRow key={row.key} row={row} store={store} zone={zone} date={date} at={at} />
            )
          }
        </VirtualLines>
      )}
    </section>
  );
}
