import { isZero } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { IconButton } from "#web/ui/button.tsx";
import { LtrText, MoneyText } from "#web/ui/figures.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { PaymentRow } from "../../contract/money.ts";
import { cardText } from "#features/receipts/domain/card-text.ts";
import { DeliveryNumber } from "./delivery-number.tsx";
import { PurposeName, dueWord } from "#features/debts/web/public-parts.ts";
import { PAYMENT_LOOK } from "#features/payments/web/public-parts.ts";
import type { OnTrace } from "../trace/trace-button.tsx";

interface PaymentsTableProps {
  payments: readonly PaymentRow[];
  onTrace: OnTrace;
}

/** Payments as rows; the order's number leads to its delivery, the last button to all that is known of the payment. */
export function PaymentsTable({ payments, onTrace }: PaymentsTableProps) {
  const t = useWords("money");
  return (
    <Table
      caption={t("money.payments")}
      columns={useColumns(onTrace)}
      rows={payments}
      rowKey={(row) => row.id}
    />
  );
}

function useColumns(onTrace: OnTrace): Column<PaymentRow>[] {
  const t = useWords("money");
  const due = useWords("dues");
  const f = useFormat();
  const zone = useZone();
  return [
    {
      key: "order",
      head: t("money.order"),
      cell: ({ deliveryId, orderNumber, purpose }) => (
        <>
          <DeliveryNumber number={orderNumber} deliveryId={deliveryId} /> <PurposeName purpose={purpose} />
        </>
      ),
    },
    {
      key: "state",
      head: t("money.state"),
      cell: ({ state, way, debt }) => (
        <>
          <StatusChip {...PAYMENT_LOOK[state]}>
            {way === null ? t(`money.state.${state}`) : due(`state.${dueWord(state)}`)}
          </StatusChip>
          {debt && <Debt debt={debt} />}
        </>
      ),
    },
    {
      key: "card",
      head: t("money.card"),
      wide: true,
      cell: ({ card, way }) =>
        way !== null ? (
          due(`way.${way}`)
        ) : card === null ? (
          <span className="quiet">{t("money.no-card")}</span>
        ) : (
          <LtrText>{cardText(card)}</LtrText>
        ),
    },
    {
      key: "created",
      head: t("money.created"),
      wide: true,
      cell: ({ createdAt }) => (
        <span className="figure">
          {f.day(createdAt, zone)} {f.time(createdAt, zone)}
        </span>
      ),
    },
    {
      key: "amount",
      head: t("money.amount"),
      number: true,
      cell: ({ amount }) => <MoneyText amount={amount} />,
    },
    {
      key: "captured",
      head: t("money.captured"),
      number: true,
      wide: true,
      cell: ({ captured }) =>
        isZero(captured) ? <span className="quiet">–</span> : <MoneyText amount={captured} strong />,
    },
    {
      key: "trace",
      head: <span className="hidden-text">{t("trace.column")}</span>,
      number: true,
      cell: ({ id, orderNumber: number }) => (
        <IconButton
          icon="visibility"
          label={t("trace.open", { number })}
          onClick={() => onTrace({ id, number })}
        />
      ),
    },
  ];
}

/** Receivable of a lost hold, and the state of its link. */
function Debt({ debt: { outstanding, writtenOff, link } }: { debt: NonNullable<PaymentRow["debt"]> }) {
  const t = useWords("money");
  const f = useFormat();
  return (
    <span className="money-debt small">
      {!isZero(outstanding) && <span>{t(`debt.link.${link}`, { amount: f.money(outstanding) })}</span>}
      {!isZero(writtenOff) && <span>{t("debt.written-off", { amount: f.money(writtenOff) })}</span>}
      {isZero(outstanding) && isZero(writtenOff) && <span>{t("debt.paid")}</span>}
    </span>
  );
}
