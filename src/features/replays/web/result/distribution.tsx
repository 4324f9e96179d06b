import { lazy, Suspense } from "react";
import { loadBarsChart } from "#features/reports/web/public.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Table } from "#web/ui/table.tsx";
import type { ReplayOutcome } from "../../contract/api.ts";
import { useBarText, useMoney } from "../texts.ts";

const BarsChart = lazy(loadBarsChart);

type Props = Pick<ReplayOutcome, "bars" | "barWidth"> & { currency: string };

/** How many orders would cost how much more or less: a chart, and the same as a table. */
export function Distribution({ bars, barWidth, currency }: Props) {
  const t = useWords("replays");
  const f = useFormat();
  const { signed } = useMoney(currency);
  const barText = useBarText(currency, barWidth);
  const used = bars.filter(({ orders }) => orders > 0);
  const ends = [...used.map(({ bar }) => bar), 0];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  // An empty bar between two is a number too.
  const shown = bars.filter(({ bar }) => bar >= least && bar <= most);
  const parts = [
    { name: t("kind.less"), look: "good", of: (bar: number) => bar < 0 },
    { name: t("kind.same"), look: "plain", of: (bar: number) => bar === 0 },
    { name: t("kind.more"), look: "middling", of: (bar: number) => bar > 0 },
  ] as const;
  return (
    <Card title={t("spread.title")} headingLevel={3}>
      <p className="quiet small">{t("spread.text")}</p>
      <Suspense fallback={<Skeleton look="card" lines={4} />}>
        <BarsChart
          label={t("spread.label")}
          layout="columns"
          parts={parts.map(({ name, look }) => ({ name, look }))}
          rows={shown.map(({ bar, orders }) => ({
            key: String(bar),
            name: barText(bar),
            values: parts.map(({ of }) => (of(bar) ? orders : 0)),
          }))}
          valueText={(value) => f.number(value, { maximumFractionDigits: 0 })}
        />
      </Suspense>
      <Table
        caption={t("spread.title")}
        rows={used}
        rowKey={({ bar }) => String(bar)}
        columns={[
          { key: "bar", head: t("head.each"), cell: ({ bar }) => barText(bar) },
          { key: "orders", head: t("head.orders"), number: true, cell: ({ orders }) => f.number(orders) },
          {
            key: "difference",
            head: t("head.together"),
            number: true,
            cell: ({ difference }) => signed(difference),
          },
        ]}
      />
    </Card>
  );
}
