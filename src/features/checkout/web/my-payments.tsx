import { useInfiniteQuery } from "@tanstack/react-query";
import { isZero } from "#kernel/money.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { LtrText, MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import { type MyPayment, receiptsApi } from "#features/receipts/contract/receipts.ts";
import { cardText } from "#features/receipts/domain/card-text.ts";
import { PurposeName, dueWord } from "#features/debts/web/public-parts.ts";
import { PAYMENT_LOOK } from "#features/payments/web/public-parts.ts";
import { ReceiptButton } from "#features/receipts/web/public-parts.ts";
import "./my-payments.css";

const PAGE = 20;

/** Lists my payments and debts, newest first, with every receipt. */
export function MyPayments() {
  const t = useWords("payments");
  const list = useInfiniteQuery({
    queryKey: ["my", "payments"],
    queryFn: ({ pageParam, signal }) =>
      call(
        receiptsApi.listMyPayments,
        { limit: PAGE, ...(pageParam !== null && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  const payments = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className="my-payments stack gap-4">
      <PageHeader title={t("mine.title")} detail={t("mine.text")} />
      {list.isPending && <Skeleton look="rows" lines={5} />}
      {list.isError && payments.length === 0 && (
        <ProblemMessage error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && payments.length === 0 && (
        <StateMessage kind="empty" icon="card" title={t("mine.empty.title")}>
          <p>{t("mine.empty.text")}</p>
        </StateMessage>
      )}
      <ul className="my-payments-list">
        {payments.map((payment) => (
          <MyPaymentRow key={payment.id} payment={payment} />
        ))}
      </ul>
      {list.isError && payments.length > 0 && (
        <RefusalNote error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.hasNextPage && (
        <Button
          variant="outlined"
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {t("mine.more")}
        </Button>
      )}
    </div>
  );
}

function MyPaymentRow({ payment }: { payment: MyPayment }) {
  const t = useWords("payments");
  const due = useWords("dues");
  const { deliveryId, recipientName, receipts } = payment;
  return (
    <li className="my-payment">
      <div className="my-payment-head">
        {deliveryId === null ? (
          <span className="title">
            <bdi>{recipientName}</bdi>
          </span>
        ) : (
          <a className="title" href={`/my/deliveries/${deliveryId}`}>
            {recipientName}
          </a>
        )}
        <StatusChip {...PAYMENT_LOOK[payment.state]}>
          {payment.way === null ? t(`mine.state.${payment.state}`) : due(`state.${dueWord(payment.state)}`)}
        </StatusChip>
      </div>
      <MyPaymentFacts payment={payment} />
      {payment.way === null && TO_PAY.has(payment.state) && <PayNow payment={payment} />}
      <div className="my-receipts">
        {receipts.length === 0 &&
          (payment.state === "authorized" || (payment.owed && !isZero(payment.owed))) && (
            <p className="quiet small">{t("mine.no-receipt")}</p>
          )}
        {receipts.map((receipt) => (
          <ReceiptButton key={receipt.id} receipt={receipt} />
        ))}
      </div>
    </li>
  );
}

/** States in which the payer is the next to act. */
const TO_PAY: ReadonlySet<MyPayment["state"]> = new Set(["created", "action_required", "failed"]);

function PayNow({ payment }: { payment: MyPayment }) {
  const t = useWords("owed");
  const f = useFormat();
  return (
    <div className="my-receipts">
      <Button variant="filled" icon="card" href={`/book/pay/${payment.orderId}`}>
        {t("needed.pay", { amount: f.money(payment.amount) })}
      </Button>
    </div>
  );
}

function MyPaymentFacts({ payment }: { payment: MyPayment }) {
  const t = useWords("payments");
  const f = useFormat();
  const zone = useZone();
  const due = useWords("dues");
  const { amount, captured, refunded, card, way } = payment;
  return (
    <>
      <p className="quiet small">
        {t("mine.order", { number: payment.orderNumber })} · {f.dateTime(payment.createdAt, zone)}{" "}
        <PurposeName purpose={payment.purpose} />
      </p>
      <Facts>
        <Fact name={t("mine.amount")}>
          <MoneyText amount={amount} />
        </Fact>
        {!isZero(captured) && (
          <Fact name={t("mine.paid")} strong>
            <MoneyText amount={captured} strong />
          </Fact>
        )}
        {!isZero(refunded) && (
          <Fact name={t("mine.refunded")}>
            <MoneyText amount={refunded} />
          </Fact>
        )}
        {way !== null && <Fact name={due("fact.way")}>{due(`way.${way}`)}</Fact>}
        {card !== null && (
          <Fact name={t("mine.card")}>
            <LtrText>{cardText(card)}</LtrText>
          </Fact>
        )}
      </Facts>
    </>
  );
}
