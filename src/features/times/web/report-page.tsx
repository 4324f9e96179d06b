import { useQuery } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { saveFile } from "#web/api/save-file.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FilterChip } from "#web/ui/chip.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import { type CalibrationReply, timesApi } from "../contract/api.ts";
import { csvOf } from "./calibration-csv.ts";
import { REPORT_DAYS, type ReportSearch } from "./report-search.ts";
import "./times.css";

type Bucket = CalibrationReply["buckets"][number];

/** Fewer stops say little about a share of them. */
const ENOUGH = 30;
/** Given and kept shares that are this near agree: 87 to 93 of 100 for 90. */
const AGREE = 0.03;
/** Share of arrivals that the interval is made for. */
const MEANT = 0.75;

/** How well the odds and intervals of predictions agreed with how the stops ended. */
export function ReportPage({ search, setSearch }: PageProps<object, ReportSearch>) {
  const t = useWords("times");
  const { days } = search;
  const read = useQuery({
    queryKey: ["times", "calibration", days],
    queryFn: ({ signal }) => call(timesApi.readCalibration, { days: Number(days) }, { signal }),
  });
  const stops = read.data?.buckets.reduce((sum, bucket) => sum + bucket.stops, 0) ?? 0;
  return (
    <div className="report">
      <PageHeader
        title={t("report.title")}
        back="/d/reports"
        detail={t("report.text")}
        actions={
          read.data &&
          stops > 0 && (
            <Button
              variant="outlined"
              icon="upload"
              onClick={() => {
                const text = csvOf(read.data);
                saveFile(new Blob([text], { type: "text/csv;charset=utf-8" }), `odds-${days}-days.csv`);
              }}
            >
              {t("report.csv")}
            </Button>
          )
        }
      />
      <fieldset className="report-days">
        <legend className="hidden-text">{t("report.days")}</legend>
        {REPORT_DAYS.map((some) => (
          <FilterChip key={some} selected={some === days} onChange={() => setSearch({ days: some })}>
            {t("report.last", { n: Number(some) })}
          </FilterChip>
        ))}
      </fieldset>
      {read.isPending ? (
        <Skeleton look="card" lines={5} />
      ) : !read.data ? (
        <ProblemMessage error={read.error} onRetry={() => void read.refetch()} />
      ) : (
        <>
          <RefusalNote error={read.error} onRetry={() => void read.refetch()} />
          {stops === 0 ? (
            <StateMessage kind="empty" icon="clock" title={t("report.empty.title")}>
              <p>{t("report.empty.text")}</p>
            </StateMessage>
          ) : (
            <Calibration calibration={read.data} stops={stops} />
          )}
        </>
      )}
    </div>
  );
}

function Calibration({ calibration, stops }: { calibration: CalibrationReply; stops: number }) {
  const t = useWords("times");
  const f = useFormat();
  const { buckets, arrivals, within } = calibration;
  return (
    <>
      {stops < ENOUGH && <Banner>{t("report.few", { n: stops })}</Banner>}
      <Card title={t("report.odds")} aside={<span className="quiet">{t("report.stops", { n: stops })}</span>}>
        <p className="quiet">{t("report.odds-text")}</p>
        <ul className="report-bars" aria-hidden="true">
          {buckets.map((bucket) => (
            <BucketBars key={bucket.from} bucket={bucket} />
          ))}
        </ul>
        <Twin buckets={buckets} />
      </Card>
      <Card title={t("report.interval")}>
        {within === null ? (
          <p className="quiet">{t("report.no-arrivals")}</p>
        ) : (
          <>
            <p>
              <strong className="report-figure">{f.percent(within)}</strong>{" "}
              {t("report.within", { n: arrivals, meant: f.percent(MEANT) })}
            </p>
            <p className="quiet small">{t("report.within-text")}</p>
          </>
        )}
      </Card>
    </>
  );
}

const useRange = () => {
  const f = useFormat();
  return ({ from, to }: Bucket): string => `${f.percent(from)} – ${f.percent(to)}`;
};

function BucketBars({ bucket }: { bucket: Bucket }) {
  const t = useWords("times");
  const f = useFormat();
  const range = useRange();
  const { given, kept } = bucket;
  return (
    <li>
      <span className="small quiet">{range(bucket)}</span>
      <span className="report-pair">
        {given === null || kept === null ? (
          <span className="small quiet">{t("report.none")}</span>
        ) : (
          <>
            <Bar look="given" share={given} text={t("report.given-bar", { share: f.percent(given) })} />
            <Bar look="kept" share={kept} text={t("report.kept-bar", { share: f.percent(kept) })} />
          </>
        )}
      </span>
    </li>
  );
}

function Bar({ look, share, text }: { look: "given" | "kept"; share: number; text: string }) {
  return (
    <span className={`report-bar report-${look}`}>
      <span style={{ inlineSize: `${share * 100}%` }} />
      <span className="small">{text}</span>
    </span>
  );
}

/** The bars as a table. */
function Twin({ buckets }: { buckets: readonly Bucket[] }) {
  const t = useWords("times");
  const f = useFormat();
  const range = useRange();
  const share = (of: number | null): string => (of === null ? "–" : f.percent(of));
  const verdict = ({ stops, given, kept }: Bucket): string => {
    if (given === null || kept === null || stops < ENOUGH) return t("report.verdict.few");
    if (Math.abs(given - kept) <= AGREE) return t("report.verdict.agrees");
    return t(kept < given ? "report.verdict.hopeful" : "report.verdict.careful");
  };
  const columns: Column<Bucket>[] = [
    { key: "range", head: t("report.range"), cell: range },
    { key: "stops", head: t("report.count"), number: true, cell: ({ stops }) => f.number(stops) },
    { key: "given", head: t("report.given"), number: true, cell: ({ given }) => share(given) },
    { key: "kept", head: t("report.kept"), number: true, cell: ({ kept }) => share(kept) },
    { key: "verdict", head: t("report.verdict"), cell: verdict },
  ];
  return (
    <Table caption={t("report.odds")} rows={buckets} rowKey={({ from }) => String(from)} columns={columns} />
  );
}
