import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { LtrText, NumberText } from "#web/ui/figures.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { SheetStop } from "../contract/api.ts";

/** The stops of a day in their order. */
export function StopTable({ stops, zone }: { stops: readonly SheetStop[]; zone: string }) {
  const t = useWords("runsheet");
  return (
    <Table caption={t("table")} columns={useColumns(zone)} rows={stops} rowKey={({ taskId }) => taskId} />
  );
}

function useColumns(zone: string): readonly Column<SheetStop>[] {
  const t = useWords("runsheet");
  const f = useFormat();
  return [
    { key: "place", head: t("column.stop"), cell: (stop) => <Place stop={stop} /> },
    { key: "person", head: t("column.person"), cell: (stop) => <Person stop={stop} /> },
    {
      key: "parcels",
      head: t("column.parcels"),
      cell: ({ parcels, massG }) => `${f.number(parcels)} · ${f.mass(massG)}`,
    },
    { key: "promised", head: t("column.promised"), cell: ({ promised }) => f.hours(promised, zone) },
    { key: "expected", head: t("column.expected"), cell: (stop) => <Expected stop={stop} zone={zone} /> },
    { key: "note", head: t("column.note"), cell: (stop) => <bdi>{stop.note}</bdi> },
    { key: "cash", head: t("column.cash"), cell: (stop) => <Cash stop={stop} /> },
    { key: "number", head: t("column.number"), cell: (stop) => <NumberLink stop={stop} /> },
  ];
}

function NumberLink({ stop: { deliveryId, number } }: { stop: SheetStop }) {
  return (
    <a href={`/d/deliveries/${deliveryId}`}>
      <NumberText>{number}</NumberText>
    </a>
  );
}

function Place({ stop: { kind, place, detail } }: { stop: SheetStop }) {
  const dispatch = useWords("dispatch");
  return (
    <>
      <span className="small">{dispatch(`kind.${kind}`)}</span>
      <br />
      <span className="strong">
        <AddressBreak label={place} />
      </span>
      {detail !== null && (
        <>
          <br />
          <bdi className="small">{detail}</bdi>
        </>
      )}
    </>
  );
}

function Person({ stop: { name, phone } }: { stop: SheetStop }) {
  return (
    <>
      <bdi>{name}</bdi>
      {phone !== null && (
        <>
          <br />
          <a className="figure" href={`tel:${phone}`}>
            <LtrText>{phone}</LtrText>
          </a>
        </>
      )}
    </>
  );
}

/** The prediction of a stop to come; the end and the state of one that is over. */
function Expected({ stop: { state, expectedAt, endedAt }, zone }: { stop: SheetStop; zone: string }) {
  const dispatch = useWords("dispatch");
  const f = useFormat();
  const at = endedAt ?? expectedAt;
  const isPlain = state === "assigned" || state === "open";
  return (
    <>
      {at !== null && <time className="figure">{f.time(at, zone)}</time>}
      {at !== null && !isPlain && <br />}
      {!isPlain && <span className="small">{dispatch(`task.${state}`)}</span>}
    </>
  );
}

function Cash({ stop: { cash } }: { stop: SheetStop }) {
  const t = useWords("runsheet");
  const f = useFormat();
  if (!cash) return null;
  const amount = f.money(cash.amount);
  return (
    <span className={cash.isReceived ? "figure" : "figure strong"}>
      {cash.isReceived ? t("cash.received", { amount }) : amount}
    </span>
  );
}
