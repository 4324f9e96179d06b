import { useWords } from "#web/i18n/words.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { unticked } from "#features/parcels/domain/scan.ts";
import { StatusLine } from "#features/courier/web/public.ts";
import { ForeignList } from "./foreign-list.tsx";

interface LoadSummaryProps {
  stops: readonly CourierStop[];
  ticked: readonly string[];
  foreign: readonly string[];
  onBack: () => void;
}

/** Result of the check: what is missing and what does not belong here. */
export function LoadSummary({ stops, ticked, foreign, onBack }: LoadSummaryProps) {
  const t = useWords("custody");
  const courier = useWords("courier");
  const lacking = stops
    .map((stop) => ({ stop, codes: unticked(stop, ticked) }))
    .filter(({ codes }) => codes.length > 0);
  const missing = lacking.reduce((sum, { codes }) => sum + codes.length, 0);
  return (
    <article className="courier-page stack gap-4">
      <PageHeader back="/c" title={t("load.summary")} takesFocus />
      <StatusLine />
      {missing === 0 && foreign.length === 0 && <Banner tone="done">{t("load.complete")}</Banner>}
      {missing > 0 && (
        <Card title={t("load.missing", { n: missing })}>
          <ul className="foreign-codes" data-testid="missing">
            {lacking.map(({ stop, codes }) => (
              <li key={stop.taskId}>
                <span className="strong">
                  <AddressBreak label={stop.address.label} />
                </span>
                {codes.map((code) => (
                  <bdi key={code} className="serial">
                    {code}
                  </bdi>
                ))}
              </li>
            ))}
          </ul>
          <p>{t("load.missing-text")}</p>
        </Card>
      )}
      <ForeignList codes={foreign} />
      <footer className="courier-actions">
        <Button size="large" variant="outlined" full icon="undo" onClick={onBack}>
          {t("load.again")}
        </Button>
        <Button size="large" variant="filled" full icon="route" href="/c">
          {courier("stop.gone.back")}
        </Button>
      </footer>
    </article>
  );
}
