import { useState } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useKept } from "#web/confirm/kept.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import type { Column } from "#web/ui/table.tsx";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { type Finding, findingsApi, type Fix } from "../../contract/findings.ts";
import { DeliveryNumber } from "../money/payment-parts.tsx";
import { ListSection, NothingToDo, useSettled } from "../money/list-section.tsx";
import { momentColumn, type OnTrace } from "../money/money-columns.tsx";
import { FixDialog } from "./fix-dialog.tsx";
import { Health, useMoneyHealth } from "./health.tsx";

const PAGE = 20;
const GROUPS = ["open", "all"] as const;

export function Findings({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const { heading, settled } = useSettled();
  const [group, setGroup] = useState<(typeof GROUPS)[number]>("open");
  const [asked, setAsked] = useKept<{ finding: Finding; fix: Fix } | undefined>("findings.asked", undefined);
  const health = useMoneyHealth();
  const pages = usePages(
    ["findings", group],
    (from, options) => call(findingsApi.listFindings, { group, limit: PAGE, ...from }, options),
    READ_EVERY,
  );
  return (
    <div className="stack gap-4">
      <ListSection
        name="findings"
        title={t("findings.title")}
        heading={heading}
        groups={{
          label: t("findings.groups"),
          options: GROUPS.map((value) => ({ value, label: t(`findings.group.${value}`) })),
          value: group,
          onChange: setGroup,
        }}
        pages={pages}
        columns={useColumns((finding, fix) => setAsked({ finding, fix }), onTrace)}
        none={<NothingToDo title={t("findings.none.title")} text={t("findings.none.text")} />}
      >
        <RefusalNote error={health.error} onRetry={() => void health.refetch()} />
      </ListSection>
      {health.data && <Health health={health.data} />}
      {asked && (
        <FixDialog {...asked} onClose={() => setAsked(undefined)} onFixed={settled} onTrace={onTrace} />
      )}
    </div>
  );
}

function useColumns(onFix: (finding: Finding, fix: Fix) => void, onTrace: OnTrace): Column<Finding>[] {
  const t = useWords("money");
  const f = useFormat();
  return [
    {
      key: "kind",
      head: t("findings.kind"),
      cell: ({ kind, amount }) => (
        <>
          {t(`findings.kind.${kind}`)} {amount && <span className="figure">{f.money(amount)}</span>}
        </>
      ),
    },
    {
      key: "order",
      head: t("money.order"),
      cell: ({ orderNumber, deliveryId, about }) =>
        orderNumber === null ? (
          <LtrText>{about}</LtrText>
        ) : (
          <DeliveryNumber number={orderNumber} deliveryId={deliveryId} />
        ),
    },
    momentColumn("found", t("findings.found"), ({ foundAt }) => foundAt),
    {
      key: "fix",
      head: t("findings.fix"),
      cell: (finding) =>
        finding.resolution === null ? (
          <span className="row gap-2">
            {finding.fixes.map((fix) => (
              <Button key={fix} onClick={() => onFix(finding, fix)}>
                {t(`findings.fix.${fix}`)}
              </Button>
            ))}
            <OpenPayment finding={finding} onTrace={onTrace} />
          </span>
        ) : (
          <span className="quiet">
            {t(`findings.resolution.${finding.resolution}`)}
            {finding.resolvedBy !== null && ` · ${finding.resolvedBy}`}
          </span>
        ),
    },
  ];
}

const LOOKED_AT: ReadonlySet<Finding["kind"]> = new Set([
  "payment-review",
  "hold-expiring",
  "work-stopped",
  "taken-along-unpaid",
  "cash-to-give-back",
]);

function OpenPayment({ finding, onTrace }: { finding: Finding; onTrace: OnTrace }) {
  const t = useWords("money");
  const { kind, paymentId: id, orderNumber: number } = finding;
  if (!LOOKED_AT.has(kind) || id === null || number === null) return null;
  return (
    <Button variant="text" onClick={() => onTrace({ id, number })}>
      {t("findings.look")}
    </Button>
  );
}
