import { useState } from "react";
import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { FilterChip } from "#web/ui/chip.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { IconButton } from "#web/ui/button.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type Import, type ImportRow, importsApi } from "../../contract/api.ts";
import { ROW_STATES } from "../../domain/import-lifecycle.ts";
import { faultText } from "../fault-text.ts";
import { ROW_LOOK } from "../state-look.ts";
import { IMPORTS } from "../use-import.ts";
import { CorrectDialog } from "./correct-dialog.tsx";

interface RowsPartProps {
  readonly file: Import;
  readonly refresh: () => Promise<void>;
}

/** The rows of an import, by state, each faulty one to be corrected in place. */
export function RowsPart({ file, refresh }: RowsPartProps) {
  const t = useWords("imports");
  const { id, counts } = file;
  const [chosen, setChosen] = useState<ImportRow["state"]>();
  const [correcting, setCorrecting] = useState<ImportRow>();
  // Faults come first while there are any and nobody has chosen.
  const [isChosen, setIsChosen] = useState(false);
  const state = isChosen ? chosen : counts.faulty > 0 ? "faulty" : undefined;
  const choose = (next: ImportRow["state"] | undefined) => {
    setIsChosen(true);
    setChosen(next);
  };
  const pages = usePages([...IMPORTS, id, "rows", state ?? "all"], (from, options) =>
    call(importsApi.listImportRows, { id, ...(state !== undefined && { state }), ...from }, options),
  );
  const columns = useColumns(setCorrecting);
  const states = ROW_STATES.filter((one) => counts[one] > 0);
  return (
    <section className="stack gap-3" aria-label={t("rows.title")}>
      <h2 className="title">{t("rows.title")}</h2>
      <div className="row gap-2" role="group" aria-label={t("filter")}>
        <FilterChip selected={state === undefined} onChange={() => choose(undefined)}>
          {t("filter.all")}
        </FilterChip>
        {states.map((one) => (
          <FilterChip key={one} selected={state === one} count={counts[one]} onChange={() => choose(one)}>
            {t(`row.${one}`)}
          </FilterChip>
        ))}
      </div>
      <PagedRows pages={pages} bones={6} none={<p className="quiet">{t("rows.none")}</p>}>
        {(rows) => (
          <Table caption={t("rows.title")} rows={rows} rowKey={({ no }) => String(no)} columns={columns} />
        )}
      </PagedRows>
      {correcting && (
        <CorrectDialog
          key={correcting.no}
          importId={id}
          row={correcting}
          refresh={refresh}
          onClose={() => setCorrecting(undefined)}
        />
      )}
    </section>
  );
}

function useColumns(onCorrect: (row: ImportRow) => void): Column<ImportRow>[] {
  const t = useWords("imports");
  const f = useFormat();
  const zone = useZone();
  return [
    { key: "no", head: t("rows.no"), cell: ({ no }) => <span className="figure">{no}</span> },
    {
      key: "who",
      head: t("rows.who"),
      cell: ({ entry, texts }) => (
        <span className="choice-text import-text">
          <span className="strong">
            <bdi>{entry?.recipient ?? texts.recipientName}</bdi>
          </span>
          <span className="quiet small">
            <bdi>{entry?.dropoff ?? texts.dropoff}</bdi>
          </span>
        </span>
      ),
    },
    {
      key: "when",
      head: t("rows.when"),
      wide: true,
      cell: ({ entry, texts }) =>
        entry ? (
          f.window(entry.window, zone)
        ) : (
          <bdi>{[texts.date, texts.from].filter((text) => text !== "").join(" ")}</bdi>
        ),
    },
    {
      key: "price",
      head: t("rows.price"),
      number: true,
      wide: true,
      cell: ({ entry }) => (entry ? f.money(entry.total) : null),
    },
    { key: "state", head: t("rows.state"), cell: (row) => <StateCell row={row} /> },
    {
      key: "correct",
      head: <span className="hidden-text">{t("correct.save")}</span>,
      number: true,
      cell: (row) =>
        row.state === "faulty" && (
          <IconButton icon="edit" label={t("rows.correct", { no: row.no })} onClick={() => onCorrect(row)} />
        ),
    },
  ];
}

function StateCell({ row: { state, faults, delivery } }: { readonly row: ImportRow }) {
  const t = useWords("imports");
  return (
    <span className="choice-text import-state">
      <span className="row gap-2">
        <StatusChip {...ROW_LOOK[state]}>{t(`row.${state}`)}</StatusChip>
        {delivery && (
          <a href={`/d/deliveries/${delivery.id}`}>
            <bdi dir="ltr">{delivery.number}</bdi>
          </a>
        )}
      </span>
      {faults.map((fault) => (
        <span key={fault.field} className="small">
          <span className="strong">{t(`field.${fault.field}`)}</span>{" "}
          {fault.value !== "" && <bdi className="import-value">{fault.value}</bdi>} {faultText(fault, state)}
        </span>
      ))}
    </span>
  );
}
