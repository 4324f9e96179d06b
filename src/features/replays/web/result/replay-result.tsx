import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { useLevelNames } from "#features/quotes/web/public-parts.ts";
import type { Replay, ReplayOutcome } from "../../contract/api.ts";
import { MOST_ZONES } from "../../domain/limits.ts";
import type { ReplaySearch } from "../replay-search.ts";
import { useBandText, useMoney, useReasonText, useZoneText } from "../texts.ts";
import { Customers } from "./customers.tsx";
import { Distribution } from "./distribution.tsx";
import { OrderList } from "./order-list.tsx";
import { SumTable } from "./sum-table.tsx";

interface ReplayResultProps extends Pick<PageProps<object, ReplaySearch>, "search" | "setSearch"> {
  replay: Replay;
  outcome: ReplayOutcome;
}

/** Findings of a replay: in all, by what it can be divided, by customer and order. */
export function ReplayResult({ replay, outcome, search, setSearch }: ReplayResultProps) {
  const t = useWords("replays");
  const levels = useLevelNames();
  const bandText = useBandText();
  const zoneText = useZoneText();
  const { currency } = replay;
  const { all, bars, barWidth } = outcome;
  return (
    <>
      {all.orders > 0 && <Totals outcome={outcome} currency={currency} />}
      <Unpriced outcome={outcome} n={replay.total - all.orders} />
      {all.orders > 0 && (
        <>
          <Distribution bars={bars} barWidth={barWidth} currency={currency} />
          <SumTable
            title={t("by.level")}
            head={t("head.level")}
            currency={currency}
            rows={outcome.levels.map((one) => ({ ...one, key: one.level, name: levels.nameOf(one.level) }))}
          />
          <SumTable
            title={t("by.distance")}
            head={t("head.distance")}
            currency={currency}
            rows={outcome.bands.map((one) => ({ ...one, key: String(one.band), name: bandText(one.band) }))}
          />
          {outcome.zones.length > 0 && (
            <SumTable
              title={t("by.zones")}
              head={t("head.zones")}
              currency={currency}
              rows={outcome.zones.map(({ from, to, ...one }) => ({
                ...one,
                key: `${from} ${to}`,
                name: t("zones", { from: zoneText(from), to: zoneText(to) }),
              }))}
              most={MOST_ZONES}
            />
          )}
          <Customers dearer={replay.dearer} cheaper={replay.cheaper} currency={currency} />
        </>
      )}
      <OrderList replay={replay} outcome={outcome} search={search} setSearch={setSearch} />
    </>
  );
}

function Totals({ outcome: { all }, currency }: { outcome: ReplayOutcome; currency: string }) {
  const t = useWords("replays");
  const f = useFormat();
  const { money, signed } = useMoney(currency);
  const difference = all.now - all.was;
  return (
    <div className="replay-figures">
      <Card title={t("total.was")} headingLevel={3}>
        <p className="replay-number figure">{money(all.was)}</p>
        <p className="quiet small">{t("total.orders", { n: all.orders })}</p>
      </Card>
      <Card title={t("total.now")} headingLevel={3}>
        <p className="replay-number figure">{money(all.now)}</p>
        <p className="quiet small">{t("total.orders", { n: all.orders })}</p>
      </Card>
      <Card title={t("total.difference")} headingLevel={3}>
        <p className="replay-number figure">{signed(difference)}</p>
        <p className="quiet small">
          {all.was === 0
            ? "–"
            : t("total.share", {
                share: f.number(difference / all.was, {
                  style: "percent",
                  maximumFractionDigits: 1,
                  signDisplay: "exceptZero",
                }),
              })}
        </p>
      </Card>
      <Card title={t("total.who")} headingLevel={3}>
        <dl className="replay-who">
          {(["more", "less", "same"] as const).map((kind) => (
            <div key={kind}>
              <dt>{t(`kind.${kind}`)}</dt>
              <dd className="figure strong">{f.number(all[kind])}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

/** Orders that the draft has no price for, with each reason. */
function Unpriced({ outcome: { unpriced }, n }: { outcome: ReplayOutcome; n: number }) {
  const t = useWords("replays");
  const f = useFormat();
  const reasonText = useReasonText();
  if (unpriced.length === 0) return null;
  return (
    <Banner tone="warning">
      <p>{t("unpriced", { n })}</p>
      <ul className="replay-reasons">
        {unpriced.map((one) => (
          <li key={`${one.reason} ${one.detail}`}>
            <span className="figure strong">{f.number(one.orders)}</span> {reasonText(one)}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
