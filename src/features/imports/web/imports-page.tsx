import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useLocale, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { useOnline } from "#web/shell/online.ts";
import { Banner } from "#web/ui/banner.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type ImportLine, importsApi, TEMPLATE_KINDS, templatePath } from "../contract/api.ts";
import { SaveTable } from "./save-table.tsx";
import { IMPORT_LOOK } from "./state-look.ts";
import { UploadButton } from "./upload-button.tsx";
import { IMPORTS, useImportNews } from "./use-import.ts";
import "./imports.css";

/** Files that were imported, and the way to the next one. */
export function ImportsPage() {
  const t = useWords("imports");
  const f = useFormat();
  const zone = useZone();
  const online = useOnline();
  const language = useLocale();
  useImportNews();
  const pages = usePages([...IMPORTS, "list"], (from, options) =>
    call(importsApi.listImports, from, options),
  );
  const none = (
    <StateMessage kind="empty" icon="upload" title={t("none.title")}>
      <p>{t("none.text")}</p>
    </StateMessage>
  );
  return (
    <article className="stack gap-4 imports">
      <PageHeader title={t("title")} detail={t("text")} />
      {!online && (
        <Banner tone="warning" icon="offline">
          {t("offline")}
        </Banner>
      )}
      <div className="row gap-3 import-start">
        <UploadButton disabled={!online} />
        <div className="row gap-2">
          {TEMPLATE_KINDS.map((kind) => (
            <SaveTable key={kind} url={templatePath(kind, language)} name={`deliveries.${kind}`}>
              {t(`template.${kind}`)}
            </SaveTable>
          ))}
        </div>
      </div>
      <PagedRows pages={pages} bones={5} none={none} page>
        {(rows) => (
          <Table
            caption={t("title")}
            rows={rows}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/d/import/${id}`}
            columns={columnsOf(t, (at) => f.dateTime(at, zone), f.number)}
          />
        )}
      </PagedRows>
    </article>
  );
}

function columnsOf(
  t: Translate<"imports">,
  time: (at: string) => string,
  number: (n: number) => string,
): Column<ImportLine>[] {
  return [
    {
      key: "file",
      head: t("list.file"),
      cell: ({ name, createdAt }) => (
        <span className="choice-text">
          <span className="strong import-name import-file">
            <bdi>{name}</bdi>
          </span>
          <span className="quiet small">{time(createdAt)}</span>
        </span>
      ),
    },
    {
      key: "state",
      head: t("list.state"),
      cell: ({ state, counts: { imported, faulty } }) => (
        <span className="choice-text">
          <span>
            <StatusChip {...IMPORT_LOOK[state]}>{t(`state.${state}`)}</StatusChip>
          </span>
          <span className="quiet small">
            {[
              ...(imported > 0 ? [t("counts.imported", { n: number(imported) })] : []),
              ...(faulty > 0 ? [t("counts.faulty", { n: number(faulty) })] : []),
            ].join(" · ")}
          </span>
        </span>
      ),
    },
    { key: "rows", head: t("list.rows"), number: true, cell: ({ counts }) => number(allOf(counts)) },
    { key: "by", head: t("list.by"), wide: true, cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  ];
}

const allOf = (counts: ImportLine["counts"]): number => Object.values(counts).reduce((sum, n) => sum + n, 0);
