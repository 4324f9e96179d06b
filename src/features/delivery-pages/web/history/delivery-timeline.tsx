import { lazy, Suspense } from "react";
import { isolated } from "#kernel/isolated.ts";
import { type Formats, useFormat } from "#web/i18n/format.ts";
import { maybeWord, type Translate, useWords } from "#web/i18n/words.ts";
import { DELIVERY_LOOK, lookOf } from "#web/ui/status.tsx";
import { Timeline, type TimelineEntry as Shown } from "#web/ui/timeline.tsx";
import type { Delivery, TimelineEntry } from "#features/deliveries/contract/shapes.ts";
import { toldAs } from "#features/deliveries/domain/event.ts";
import { handoverFrom } from "#features/proofs/domain/handover.ts";
import { isTerminal } from "#features/deliveries/domain/state.ts";
import { type Reasons, useReasons } from "#features/reasons/web/public.ts";
import { LEFT_HOWS, leftFrom } from "#features/parcels/domain/left.ts";

export interface DeliveryTimelineProps {
  delivery: Pick<Delivery, "state" | "tasks" | "timeline">;
  zone: string;
}

/** Both times are shown when the record came later than this after the deed. */
const RECORDED_LATER_MS = 60_000;

/** Events of a delivery, oldest first: when each happened, and when it was recorded where that differs. */
export function DeliveryTimeline({ delivery, zone }: DeliveryTimelineProps) {
  const t = useWords("deliveries");
  const f = useFormat();
  const couriers = new Map(
    delivery.tasks.flatMap((task) =>
      task.courierId !== null && task.courierName !== null ? [[task.courierId, task.courierName]] : [],
    ),
  );
  const hasReason = delivery.timeline.some(({ data }) => data["reason"] !== undefined);
  const { nameOf } = useReasons(hasReason);
  const last = delivery.timeline.length - 1;
  const entries = delivery.timeline.map((entry, at): Shown => {
    const name = toldAs(entry.type, entry.data);
    const details = detailsOf(entry, couriers, { t, f, zone, nameOf });
    return {
      id: String(at),
      ...lookOf(DELIVERY_LOOK, String(entry.data["state"] ?? "")),
      title: titleOf(entry, name, t),
      time: <time dateTime={entry.occurredAt}>{f.dateTime(entry.occurredAt, zone)}</time>,
      when: at === last && !isTerminal(delivery.state) ? "now" : "past",
      ...(details.length > 0 && {
        detail: (
          <>
            {details.join(" · ")}
            {entry.changes && <Changes changes={entry.changes} zone={zone} />}
          </>
        ),
      }),
    };
  });
  return <Timeline label={t("timeline.label")} entries={entries} />;
}

/** Names an event; one that the recipient caused by their link says so. */
function titleOf({ actor }: TimelineEntry, name: string, t: Translate<"deliveries">): string {
  if (actor.kind === "recipient" && name === "edited") return t("event.edited-recipient");
  const told = maybeWord("deliveries", `event.${name}`) ?? t("event.other");
  return actor.kind === "recipient" ? t("timeline.recipient", { event: told }) : told;
}

function wishText(value: string, t: Translate<"deliveries">): string {
  const wish = handoverFrom(value);
  return wish ? t(`handover.${wish.how}`, { place: wish.place ?? "" }) : value;
}

/** Fetched where a level was changed: no sender or courier reads the history of a level. */
const LevelName = lazy(() => import("./level-name.tsx").then((module) => ({ default: module.LevelName })));
const LevelText = ({ code }: { readonly code: string }) => (
  <Suspense fallback={code}>
    <LevelName code={code} />
  </Suspense>
);

interface Said {
  readonly t: Translate<"deliveries">;
  readonly f: Formats;
  readonly zone: string;
}

function moneyText(value: string, { f }: Said): string {
  const [minor = "", currency = ""] = value.split(" ");
  return f.money({ minor: Number(minor), currency });
}

function windowText(value: string, { f, zone }: Said): string {
  const [start = "", end = ""] = value.split("/");
  return f.window({ start, end }, zone);
}

/** Values that are kept as codes; the others stand as they were typed. */
const SHOWN: Readonly<Record<string, (value: string, said: Said) => string | undefined>> = {
  handover: (value, { t }) => wishText(value, t),
  price: moneyText,
  "price-kept": moneyText,
  window: windowText,
  "pickup-window": windowText,
  disposal: (value) => maybeWord("deliveries", `undeliverable.${value}`),
  parcels: (value, { f }) => parcelsText(value, f),
};

/** Parcels as an edit keeps them: size, mass and contents of each. */
function parcelsText(value: string, f: Formats): string {
  const parcels = JSON.parse(value) as readonly { size: string; massG: number; contents: string }[];
  return f.list(
    parcels.map(({ size, massG, contents }) =>
      [maybeWord("delivery-pages", `parcel.${size}`) ?? size, f.mass(massG), contents && isolated(contents)]
        .filter(Boolean)
        .join(" "),
    ),
  );
}

/** Each changed value: the new one, and the one before it. */
function Changes({
  changes,
  zone,
}: {
  readonly changes: NonNullable<TimelineEntry["changes"]>;
  readonly zone: string;
}) {
  const t = useWords("deliveries");
  const f = useFormat();
  const shown = (field: string, value: string | null): string => {
    if (value === null || value === "") return t("change.nothing");
    return SHOWN[field]?.(value, { t, f, zone }) ?? value;
  };
  return (
    <ul className="timeline-changes">
      {changes.map(({ field, from, to }) => {
        const dir = /phone|email/.test(field) ? "ltr" : "auto";
        return (
          <li key={field}>
            {t(`field.${field}`)}:{" "}
            <bdi className="strong" dir={to ? dir : "auto"}>
              {field === "service" && to !== null ? <LevelText code={to} /> : shown(field, to)}
            </bdi>{" "}
            {!field.endsWith("-reason") && (
              <>
                ({t(field === "price-kept" ? "change.instead" : "change.before")}{" "}
                <bdi dir={from ? dir : "auto"}>
                  {field === "service" && from !== null ? <LevelText code={from} /> : shown(field, from)}
                </bdi>
                )
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function reasonOf(data: TimelineEntry["data"], nameOf: Reasons["nameOf"]): string | undefined {
  const code = data["reason"];
  return code === undefined ? undefined : isolated(nameOf(String(code)));
}

function detailsOf(
  entry: TimelineEntry,
  couriers: ReadonlyMap<string, string>,
  { t, f, zone, nameOf }: Said & Pick<Reasons, "nameOf">,
): string[] {
  const { data, actor } = entry;
  const reason = reasonOf(data, nameOf);
  const courier = couriers.get(String(data["courierId"] ?? ""));
  const tryNo = Number(data["tryNo"] ?? 1);
  const late = Date.parse(entry.recordedAt) - Date.parse(entry.occurredAt) > RECORDED_LATER_MS;
  const told = [
    reason,
    tryNo > 1 && t("timeline.try", { n: tryNo }),
    courier !== undefined && courier !== actor.name && t("timeline.courier", { name: isolated(courier) }),
    actor.kind === "guest" ? t("timeline.guest") : actor.name && isolated(actor.name),
    ...scansOf(data, t),
    ...leftOf(data, t, f),
    ...flagsOf(data, t),
    ...moneyOf(data, { t, f }),
    ...phoneOf(entry, t),
    late && t("timeline.recorded", { time: f.dateTime(entry.recordedAt, zone) }),
  ];
  return told.filter((one) => typeof one === "string");
}

const scansOf = (data: TimelineEntry["data"], t: Translate<"deliveries">): (string | false | undefined)[] => [
  data["scanned"] !== undefined && t("timeline.scanned", { n: Number(data["scanned"]) }),
  maybeWord("deliveries", `not-scanned.${String(data["notScanned"])}`),
];

/** Parcels that did not change hands, by reason. */
const leftOf = (data: TimelineEntry["data"], t: Translate<"deliveries">, f: Formats): string[] =>
  LEFT_HOWS.flatMap((how) => {
    const codes = leftFrom(data["left"]).flatMap((one) => (one.how === how ? isolated(one.code) : []));
    return codes.length > 0 ? [t("timeline.left", { how: t(`left.${how}`), codes: f.list(codes) })] : [];
  });

/** Amount that reopening a cancelled delivery asks for again, or waives. */
const moneyOf = (data: TimelineEntry["data"], { t, f }: Pick<Said, "t" | "f">): string[] =>
  (["charged", "waived"] as const).flatMap((what) => {
    const minor = data[what === "charged" ? "chargeMinor" : "waivedMinor"];
    const money = { minor: Number(minor), currency: String(data["currency"]) };
    return minor === undefined ? [] : [t(`timeline.${what}`, { amount: f.money(money) })];
  });

/** Circumstances of a phone's report. */
const phoneOf = ({ phone }: TimelineEntry, t: Translate<"deliveries">): (string | false)[] => {
  const { offDuty = false, clockOffS = 0 } = phone ?? {};
  const minutes = Math.round(Math.abs(clockOffS) / 60);
  return [
    offDuty && t("timeline.off-duty"),
    minutes > 0 && t(`timeline.clock-${clockOffS > 0 ? "ahead" : "behind"}`, { minutes }),
  ];
};

const flagsOf = (data: TimelineEntry["data"], t: Translate<"deliveries">): (string | false)[] => [
  data["inferred"] === true && t("timeline.inferred"),
  data["planConflict"] === true && t("timeline.conflict"),
  data["handover"] === true && t("timeline.handover"),
  data["moneyStop"] === true && t("timeline.money-stop"),
  data["proofMissing"] !== undefined && t("timeline.proof-missing"),
];
