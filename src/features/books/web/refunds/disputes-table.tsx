import { isZero } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { MoneyText } from "#web/ui/figures.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Dispute } from "#features/payments/contract/disputes.ts";
import { useMoneyColumns } from "../money/money-columns.tsx";
import { ProviderWord } from "../trace/provider-word.tsx";
import { DISPUTE_LOOK } from "./refund-look.ts";
import type { OnTrace } from "../trace/trace-button.tsx";

interface DisputesTableProps {
  disputes: readonly Dispute[];
  onTrace: OnTrace;
}

/** Disputes as rows: of which payment, until when evidence is read, why, and what it costs. */
export function DisputesTable({ disputes, onTrace }: DisputesTableProps) {
  const t = useWords("money");
  return (
    <Table
      caption={t("disputes.title")}
      columns={useColumns(onTrace)}
      rows={disputes}
      rowKey={(row) => row.id}
    />
  );
}

function useColumns(onTrace: OnTrace): Column<Dispute>[] {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  const { order, state, amount } = useMoneyColumns<Dispute["state"], Dispute>(onTrace, (one) => ({
    look: DISPUTE_LOOK[one],
    text: t(`dispute.state.${one}`),
  }));
  return [
    order,
    {
      ...state,
      cell: (dispute) => (
        <span className="choice-text">
          <span>{state.cell(dispute)}</span>
          <EvidenceDue dispute={dispute} />
        </span>
      ),
    },
    {
      key: "reason",
      head: t("refund.reason"),
      wide: true,
      cell: ({ reason }) => <ProviderWord word={reason} group="dispute.reason" />,
    },
    {
      key: "opened",
      head: t("dispute.opened"),
      wide: true,
      cell: ({ openedAt }) => <span className="figure">{f.dateTime(openedAt, zone)}</span>,
    },
    amount,
    {
      key: "fee",
      head: t("dispute.fee"),
      number: true,
      wide: true,
      cell: ({ fee, settled }) => {
        const shown = settled?.fee ?? fee;
        return isZero(shown) ? <span className="quiet">–</span> : <MoneyText amount={shown} />;
      },
    },
  ];
}

/** Until when evidence is read; nothing once the dispute is decided. */
function EvidenceDue({ dispute: { state, evidenceDue } }: { dispute: Dispute }) {
  const t = useWords("money");
  const f = useFormat();
  const zone = useZone();
  if (evidenceDue === null || state === "won" || state === "lost") return null;
  return (
    <span className="small">
      {t("dispute.due")} <span className="figure strong">{f.dateTime(evidenceDue, zone)}</span>
    </span>
  );
}
