import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Finding, Fix } from "../../contract/findings.ts";
import { DeliveryNumber } from "../money/delivery-number.tsx";
import type { OnTrace } from "../trace/trace-button.tsx";

interface FindingsTableProps {
  findings: readonly Finding[];
  onFix: (finding: Finding, fix: Fix) => void;
  onTrace: OnTrace;
}

/** Findings as rows: what it is, about what, since when, and its fixes as buttons. */
export function FindingsTable({ findings, onFix, onTrace }: FindingsTableProps) {
  const t = useWords("money");
  return (
    <Table
      caption={t("findings.title")}
      columns={useColumns(onFix, onTrace)}
      rows={findings}
      rowKey={(row) => row.id}
    />
  );
}

function useColumns(onFix: FindingsTableProps["onFix"], onTrace: OnTrace): Column<Finding>[] {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  return [
    { key: "kind", head: t("findings.kind"), cell: (finding) => <What finding={finding} /> },
    {
      key: "order",
      head: t("money.order"),
      cell: ({ orderNumber, deliveryId, about }) => {
        if (orderNumber === null) return <LtrText>{about}</LtrText>;
        return <DeliveryNumber number={orderNumber} deliveryId={deliveryId} />;
      },
    },
    {
      key: "found",
      head: t("findings.found"),
      wide: true,
      cell: ({ foundAt }) => (
        <span className="figure">
          {f.day(foundAt, zone)} {f.time(foundAt, zone)}
        </span>
      ),
    },
    {
      key: "fix",
      head: t("findings.fix"),
      cell: (finding) =>
        finding.resolution === null ? (
          <span className="money-fixes">
            {finding.fixes.map((fix) => (
              <Button key={fix} onClick={() => onFix(finding, fix)}>
                {t(`findings.fix.${fix}`)}
              </Button>
            ))}
            <LookButton finding={finding} onTrace={onTrace} />
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

/** Kind of a finding, with its amount where it has one. */
function What({ finding: { kind, amount } }: { finding: Finding }) {
  const t = useWords("money");
  const f = useFormat();
  const text = t(`findings.kind.${kind}`);
  if (amount)
    return (
      <>
        {text} <span className="figure">{f.money(amount)}</span>
      </>
    );
  return text;
}

const LOOKED_AT: ReadonlySet<Finding["kind"]> = new Set([
  "payment-review",
  "hold-expiring",
  "work-stopped",
  "taken-along-unpaid",
  "cash-to-give-back",
]);

/** The way to the payment: all that is known of it, and what can be done with its money. */
function LookButton({ finding, onTrace }: { finding: Finding; onTrace: OnTrace }) {
  const t = useWords("money");
  const { kind, paymentId, orderNumber } = finding;
  if (!LOOKED_AT.has(kind) || paymentId === null || orderNumber === null) return null;
  return (
    <Button variant="text" onClick={() => onTrace({ id: paymentId, number: orderNumber })}>
      {t("findings.look")}
    </Button>
  );
}
