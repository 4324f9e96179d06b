import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { useMoneyColumns } from "../money/money-columns.tsx";
import { type OnAct, RefundActs } from "./refund-acts.tsx";
import { REFUND_LOOK } from "./refund-look.ts";
import type { OnTrace } from "../trace/trace-button.tsx";

interface RefundsTableProps {
  refunds: readonly Refund[];
  onAct: OnAct;
  onTrace: OnTrace;
}

/** Refunds as rows: of which payment, how much, why, where it stands, and what can be done. */
export function RefundsTable({ refunds, onAct, onTrace }: RefundsTableProps) {
  const t = useWords("money");
  return (
    <Table
      caption={t("refunds.title")}
      columns={useColumns(onAct, onTrace)}
      rows={refunds}
      rowKey={(row) => row.id}
    />
  );
}

function useColumns(onAct: OnAct, onTrace: OnTrace): Column<Refund>[] {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { order, state, amount } = useMoneyColumns<Refund["state"], Refund>(onTrace, (one) => ({
    look: REFUND_LOOK[one],
    text: t(`refund.state.${one}`),
  }));
  return [
    order,
    state,
    {
      key: "reason",
      head: t("refund.reason"),
      wide: true,
      cell: ({ reason, note }) => (
        <span className="choice-text">
          <span>{t(`refund.reason.${reason}`)}</span>
          {note !== null && (
            <span className="quiet small">
              <bdi>{note}</bdi>
            </span>
          )}
        </span>
      ),
    },
    {
      key: "asked",
      head: t("refund.asked"),
      wide: true,
      cell: ({ askedAt, askedBy, decidedBy }) => (
        <span className="choice-text">
          <span className="figure">{f.dateTime(askedAt, zone)}</span>
          <span className="quiet small">
            {f.list([askedBy, decidedBy].flatMap((person) => (person === null ? [] : [person.name])))}
          </span>
        </span>
      ),
    },
    amount,
    { key: "act", head: t("findings.fix"), cell: (refund) => <RefundActs refund={refund} onAct={onAct} /> },
  ];
}
