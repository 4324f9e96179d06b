import { useState } from "react";
import { call } from "#web/api/call.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useWords } from "#web/i18n/words.ts";
import { useMoment } from "#web/ui/facts/moment.tsx";
import type { Column } from "#web/ui/table.tsx";
import { type Dispute, disputesApi } from "#features/payments/contract/disputes.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { ListSection, NothingToDo } from "../money/list-section.tsx";
import {
  AmountOrDash,
  amountColumn,
  momentColumn,
  useMoneyColumns,
  type OnTrace,
} from "../money/money-columns.tsx";
import { ProviderWord } from "../trace/provider-word.tsx";
import { DISPUTE_LOOK } from "./refund-look.ts";

const PAGE = 20;

export function Disputes({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const [open, setOpen] = useState<"yes" | "no">("yes");
  const pages = usePages(
    ["disputes", open],
    (from, options) => call(disputesApi.listDisputes, { open, limit: PAGE, ...from }, options),
    READ_EVERY,
  );
  return (
    <ListSection
      name="disputes"
      title={t("disputes.title")}
      groups={{
        label: t("disputes.groups"),
        options: [
          { value: "yes", label: t("disputes.undecided") },
          { value: "no", label: t("disputes.all") },
        ],
        value: open,
        onChange: setOpen,
      }}
      pages={pages}
      columns={useColumns(onTrace)}
      none={<NothingToDo title={t("disputes.none.title")} text={t("disputes.none.text")} />}
    />
  );
}

function useColumns(onTrace: OnTrace): Column<Dispute>[] {
  const t = useWords("money");
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
    momentColumn("opened", t("dispute.opened"), ({ openedAt }) => openedAt),
    amount,
    amountColumn(
      "fee",
      t("dispute.fee"),
      ({ fee, settled }: Dispute) => <AmountOrDash amount={settled?.fee ?? fee} />,
      true,
    ),
  ];
}

function EvidenceDue({ dispute: { state, evidenceDue } }: { dispute: Dispute }) {
  const t = useWords("money");
  const moment = useMoment();
  if (evidenceDue === null || state === "won" || state === "lost") return null;
  return (
    <span className="small">
      {t("dispute.due")} <span className="figure strong">{moment(evidenceDue)}</span>
    </span>
  );
}
