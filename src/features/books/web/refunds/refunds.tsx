import { useState } from "react";
import { call } from "#web/api/call.ts";
import { usePages } from "#web/api/use-pages.ts";
import { useKept } from "#web/confirm/kept.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Moment } from "#web/ui/facts/moment.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { Column } from "#web/ui/table.tsx";
import type { RefundGroup } from "#features/payments/domain/refund.ts";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import { ListSection, NothingToDo, useSettled } from "../money/list-section.tsx";
import { useMoneyColumns, type OnTrace } from "../money/money-columns.tsx";
import { RefundActDialog, type OnAct, type RefundAct, RefundActs } from "./refund-act-dialog.tsx";
import { namesOf, REFUND_LOOK } from "./refund-look.ts";

const PAGE = 20;
/** Open tasks come first. */
const GROUPS = ["open", "waiting", "returned", "all"] as const satisfies readonly RefundGroup[];

/** Money on its way back: what needs somebody, because it waits for a second person or came back, and everything. */
export function Refunds({ onTrace }: { onTrace: OnTrace }) {
  const t = useWords("money");
  const f = useFormat();
  const { heading, settled } = useSettled();
  const [group, setGroup] = useState<RefundGroup>("open");
  const [asked, setAsked] = useKept<{ refund: Refund; act: RefundAct } | undefined>(
    "refunds.asked",
    undefined,
  );
  const pages = usePages(
    ["refunds", group],
    (from, options) => call(refundsApi.listRefunds, { group, limit: PAGE, ...from }, options),
    READ_EVERY,
  );
  const acted = ({ amount, state }: Refund) => {
    showSnack({ text: t("refund.acted", { amount: f.money(amount), state: t(`refund.state.${state}`) }) });
    settled();
  };
  return (
    <>
      <ListSection
        name="refunds"
        title={t("refunds.title")}
        heading={heading}
        groups={{
          label: t("refunds.groups"),
          options: GROUPS.map((value) => ({ value, label: t(`refunds.group.${value}`) })),
          value: group,
          onChange: setGroup,
        }}
        pages={pages}
        columns={useColumns((refund, act) => setAsked({ refund, act }), onTrace)}
        none={<NothingToDo title={t(`refunds.none.${group}`)} text={t("refunds.none.text")} />}
      />
      {asked && <RefundActDialog {...asked} onClose={() => setAsked(undefined)} onActed={acted} />}
    </>
  );
}

function useColumns(onAct: OnAct, onTrace: OnTrace): Column<Refund>[] {
  const t = useWords("money");
  const f = useFormat();
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
          {note !== null && <bdi className="quiet small">{note}</bdi>}
        </span>
      ),
    },
    {
      key: "asked",
      head: t("refund.asked"),
      wide: true,
      cell: (refund) => (
        <span className="choice-text">
          <Moment at={refund.askedAt} />
          <span className="quiet small">{f.list(namesOf(refund))}</span>
        </span>
      ),
    },
    amount,
    { key: "act", head: t("findings.fix"), cell: (refund) => <RefundActs refund={refund} onAct={onAct} /> },
  ];
}
