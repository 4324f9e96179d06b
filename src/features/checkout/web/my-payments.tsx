import { call } from "#web/api/call.ts";
import { PagedRows } from "#web/api/paged-rows.tsx";
import { usePages } from "#web/api/use-pages.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { PurposeName, dueWord } from "#features/debts/web/public-parts.ts";
import { PAYMENT_LOOK } from "#features/payments/web/public-parts.ts";
import { type MyPayment, receiptsApi } from "#features/receipts/contract/receipts.ts";
import { cardText } from "#features/receipts/domain/card-text.ts";
import { ReceiptButton } from "#features/receipts/web/public-parts.ts";

const PAGE = 20;

export function MyPayments() {
  const t = useWords("payments");
  const pages = usePages(["my", "payments"], (from, options) =>
    call(receiptsApi.listMyPayments, { limit: PAGE, ...from }, options),
  );
  return (
    <div className="page-wide stack gap-4">
      <PageHeader title={t("mine.title")} detail={t("mine.text")} />
      <PagedRows pages={pages} bones={5} none={<NoPayments />} page>
        {(payments) => (
          <ul className="stack gap-3">
            {payments.map((payment) => (
              <MyPaymentCard key={payment.id} payment={payment} />
            ))}
          </ul>
        )}
      </PagedRows>
    </div>
  );
}

function NoPayments() {
  const t = useWords("payments");
  return (
    <StateMessage kind="empty" icon="card" title={t("mine.empty.title")}>
      <p>{t("mine.empty.text")}</p>
    </StateMessage>
  );
}

const TO_PAY: ReadonlySet<MyPayment["state"]> = new Set(["created", "action_required", "failed"]);

function MyPaymentCard({ payment }: { payment: MyPayment }) {
  const t = useWords("payments");
  const due = useWords("owed");
  const f = useFormat();
  const moment = useMoment();
  const { deliveryId, recipientName, orderId, state, way, card, receipts } = payment;
  const waits = state === "authorized" || (way !== null && state === "created");
  return (
    <Card
      as="li"
      title={
        <bdi>
          {deliveryId === null ? recipientName : <a href={`/my/deliveries/${deliveryId}`}>{recipientName}</a>}
        </bdi>
      }
      aside={
        <StatusChip {...PAYMENT_LOOK[state]}>
          {way === null ? t(`mine.state.${state}`) : due(`state.${dueWord(state)}`)}
        </StatusChip>
      }
    >
      <p className="quiet small">
        {`${t("mine.order", { number: payment.orderNumber })} · `}
        <span className="whole">{moment(payment.createdAt)}</span>
        {payment.purpose !== "booking" && " · "}
        <PurposeName purpose={payment.purpose} reason={payment.reason} />
      </p>
      <Facts>
        <MoneyFact name={t("mine.amount")} amount={payment.amount} />
        <MoneyFact name={t("mine.paid")} amount={payment.captured} strong unlessZero />
        <MoneyFact name={t("mine.refunded")} amount={payment.refunded} unlessZero />
        {way !== null && <Fact name={due("fact.way")}>{due(`way.${way}`)}</Fact>}
        {card !== null && (
          <Fact name={t("mine.card")}>
            <LtrText>{cardText(card)}</LtrText>
          </Fact>
        )}
      </Facts>
      <div className="row gap-3">
        {way === null && TO_PAY.has(state) && (
          <Button variant="filled" icon="card" href={`/book/pay/${orderId}`}>
            {due("needed.pay", { amount: f.money(payment.amount) })}
          </Button>
        )}
        {receipts.length === 0 && waits && <p className="quiet small">{t("mine.no-receipt")}</p>}
        {receipts.map((receipt) => (
          <ReceiptButton key={receipt.id} receipt={receipt} />
        ))}
      </div>
    </Card>
  );
}
