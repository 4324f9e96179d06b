import "#web/ui/styles/giving-row.css";
import { memo } from "react";
import type { LocalDate } from "#kernel/local-time.ts";
import { useFormat } from "#web/i18n/format.ts";
import { otherDay } from "#web/i18n/other-day.ts";
import { useWords } from "#web/i18n/words.ts";
import { AddressText } from "#web/ui/address-text.tsx";
import { RouteHue } from "#web/map/routes/route-hue.tsx";
import { classes } from "#web/ui/class-names.ts";
import { NumberText } from "#web/ui/figures.tsx";
import type { LineAttributes } from "#web/ui/lines/virtual-lines.tsx";
import { Icon, type IconName } from "#web/ui/icon.tsx";
import { Badge, lookOf, TASK_LOOK } from "#web/ui/status.tsx";
import { StateChip } from "#features/deliveries/web/public.ts";
import { MoneyBadge } from "#features/payments/web/public.tsx";
import { Expected, FactGap, Lateness, PromisedTime, RouteLateness } from "#features/lateness/web/public.ts";
import type { BoardCourier, BoardStop } from "../contract/board.ts";
import { type CourierLine, type DeliveryLine, isDone, type Load, type StopLine } from "./rows.ts";
import { type SelectionStore, useSelected, useShownCourier } from "./selection-store.ts";
import { courierFacts, courierLine, rowMark } from "./board-parts.ts";

interface LineProps<R> {
  row: R;
  store: SelectionStore;
  zone: string;
  /** The day that the board shows: a window of another day says which. */
  date: LocalDate;
  at: LineAttributes;
}

/** Lines are made anew with every board; what they show keeps its identity while it does not change. */
function sameRow(a: object, b: object): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.is(Reflect.get(a, name), Reflect.get(b, name)))
  );
}

/** Unchanged lines are not rendered again; their place and height come as plain numbers. */
function sameLine<R extends object>(a: Readonly<LineProps<R>>, b: Readonly<LineProps<R>>): boolean {
  return (
    sameRow(a.row, b.row) &&
    a.zone === b.zone &&
    a.date === b.date &&
    a.at.offset === b.at.offset &&
    a.at.height === b.at.height &&
    a.at.isCursor === b.at.isCursor
  );
}

const place = (at: LineAttributes) => ({
  id: at.id,
  "data-key": at["data-key"],
  style: { transform: `translateY(${at.offset}px)`, blockSize: at.height },
});

export const VEHICLE_ICON: Readonly<Record<BoardCourier["vehicle"], IconName>> = {
  foot: "person",
  bike: "bike",
  cargo_bike: "bike",
  moped: "bike",
  car: "van",
  van: "truck",
};

function OtherDay({ at, zone, date }: { at: string; zone: string; date: LocalDate }) {
  const day = otherDay(useFormat(), at, zone, date);
  return day && <span className="line-day">{day} </span>;
}

/** A delivery without a courier, on two lines: window and parcels, then pickup and drop-off. */
function PlainDeliveryRow({
  row,
  store,
  zone,
  date,
  at,
  position,
  count,
}: LineProps<DeliveryLine> & { position: number; count: number }) {
  const t = useWords("dispatch");
  const f = useFormat();
  const { delivery } = row;
  const chosen = useSelected(store, delivery.id);
  const isPlain = delivery.state === "created";
  return (
    <div
      {...place(at)}
      role="option"
      aria-selected={chosen}
      aria-posinset={position}
      aria-setsize={count}
      className={classes("line", "line-delivery", chosen && "chosen", at.isCursor && "cursor")}
      draggable
    >
      <span className="line-top">
        <PromisedTime end={delivery.window.end} className="strong">
          <OtherDay at={delivery.window.start} zone={zone} date={date} />
          {f.hours(delivery.window, zone)}
        </PromisedTime>
        <Lateness end={delivery.window.end} isUnassigned />
        {delivery.money && <MoneyBadge code={delivery.money} />}
        <rowMark.Parts deliveryId={delivery.id} />
        {row.holder !== undefined && <Badge tone="moving">{t("badge.held", { courier: row.holder })}</Badge>}
        {!isPlain && <StateChip state={delivery.state} />}
        <span className="line-end cut quiet small">
          {t("row.load", { n: delivery.parcels, mass: f.mass(delivery.massG) })}
        </span>
      </span>
      <span className="line-way">
        <AddressText label={delivery.pickupLabel} />
        <Icon name="arrow-forward" size="small" />
        <span className="hidden-text">{t("row.to")} </span>
        <AddressText label={delivery.dropoffLabel} strong />
        <span className="line-number quiet small">
          <NumberText>{delivery.number}</NumberText>
        </span>
      </span>
    </div>
  );
}

export const DeliveryRow = memo(
  PlainDeliveryRow,
  (a, b) => sameLine(a, b) && a.position === b.position && a.count === b.count,
);

/** A courier: who, with what, whether on duty, how far along, what is late. */
function PlainCourierRow({ row, store, zone, date, at }: LineProps<CourierLine>) {
  const t = useWords("dispatch");
  const accounts = useWords("accounts");
  const { courier, load, hue, open, digit } = row;
  const isShown = useShownCourier(store) === courier.id;
  const unseen = courier.route.ackRevision < courier.route.revision && courier.onDuty;
  return (
    <div
      {...place(at)}
      role="treeitem"
      aria-level={1}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-expanded={load.total > 0 ? open : undefined}
      aria-selected={isShown}
      className={classes(
        "line",
        "line-courier",
        isShown && "chosen",
        at.isCursor && "cursor",
        !courier.onDuty && "off-duty",
      )}
      data-courier={courier.id}
    >
      <RouteHue hue={hue} />
      <span className="digit" aria-hidden="true">
        {digit > 0 ? digit : ""}
      </span>
      <Icon name={VEHICLE_ICON[courier.vehicle]} />
      <span className="line-name">
        <span className="cut">
          <bdi className="strong">{courier.name}</bdi>
          <span className="quiet small"> · {accounts(`vehicle.${courier.vehicle}`)}</span>
        </span>
        <span className="cut quiet small">
          <span className={courier.onDuty ? "duty duty-on" : "duty"} aria-hidden="true" />
          <span className="duty-word">{courier.onDuty ? t("duty.on") : t("duty.off")}</span>
          {unseen && (
            <>
              <FactGap />
              <span className="unseen">{t("badge.unseen")}</span>
            </>
          )}
          <courierFacts.Parts courier={courier} date={date} zone={zone} />
        </span>
        <courierLine.Parts courier={courier} date={date} zone={zone} />
      </span>
      <RouteLateness stops={courier.route.stops} />
      <Gauge load={load} />
      {load.total > 0 && (
        <span className={classes("fold", open && "fold-open")}>
          <Icon name="down" size="small" />
        </span>
      )}
    </div>
  );
}

function Gauge({ load }: { load: Load }) {
  const t = useWords("dispatch");
  const share = load.total === 0 ? 0 : (100 * load.done) / load.total;
  return (
    <span className="line-load">
      <span className="figure small">{t("row.progress", { done: load.done, total: load.total })}</span>
      <span className="gauge" aria-hidden="true">
        <span className="gauge-done" style={{ inlineSize: `${share}%` }} />
      </span>
    </span>
  );
}

export const CourierRow = memo(PlainCourierRow, sameLine);

const KIND_ICON: Readonly<Record<BoardStop["kind"], IconName>> = {
  collect: "store",
  deliver: "door",
  return: "return",
};

function StopBadges({ stop }: { stop: BoardStop }) {
  const { state, window, arrival, pinned, money } = stop;
  const t = useWords("dispatch");
  return (
    <>
      {state === "arrived" && <Badge tone="near">{t("task.arrived")}</Badge>}
      {state === "en_route" && <Badge tone="moving">{t("task.en_route")}</Badge>}
      {!isDone(stop) && <Lateness end={window.end} arrival={arrival} />}
      {pinned && !isDone(stop) && <Badge tone="ended">{t("badge.pinned")}</Badge>}
      {money && <MoneyBadge code={money} />}
    </>
  );
}

/** A stop along the route line: solid where the courier has been, dashed where they go. */
function PlainStopRow({ row, store, zone, date, at }: LineProps<StopLine>) {
  const t = useWords("dispatch");
  const f = useFormat();
  const { stop } = row;
  const chosen = useSelected(store, stop.deliveryId);
  const look = lookOf(TASK_LOOK, stop.state);
  const over = isDone(stop);
  return (
    <div
      {...place(at)}
      role="treeitem"
      aria-level={2}
      aria-posinset={row.place}
      aria-setsize={row.of}
      aria-selected={chosen}
      className={classes(
        "line",
        "line-stop",
        `stop-${stop.state}`,
        over && "over",
        chosen && "chosen",
        at.isCursor && "cursor",
      )}
      draggable={!over}
    >
      <span className={`way-dot tone-${look.tone}`}>
        <Icon name={over ? look.icon : KIND_ICON[stop.kind]} size="small" />
      </span>
      <span className="hidden-text">
        {t(`kind.${stop.kind}`)}, {t(`task.${stop.state}`)}:{" "}
      </span>
      <span className="line-label">
        <AddressText label={stop.label} />
      </span>
      <span className="line-facts giving-row">
        <StopBadges stop={stop} />
        {stop.arrival && <Expected arrival={stop.arrival} zone={zone} />}
        <PromisedTime end={stop.window.end} isOver={over} className="small quiet">
          <OtherDay at={stop.window.start} zone={zone} date={date} />
          {f.hours(stop.window, zone)}
        </PromisedTime>
        <span className="line-number quiet small">
          <NumberText>{stop.number}</NumberText>
        </span>
      </span>
    </div>
  );
}

export const StopRow = memo(PlainStopRow, sameLine);
