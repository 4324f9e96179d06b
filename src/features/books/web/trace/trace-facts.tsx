import { isZero } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { IconButton } from "#web/ui/button.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { useMoment } from "#web/ui/facts/moment.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { PurposeName } from "#features/debts/web/public-parts.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { DeliveryNumber, PaidBy, PaymentState } from "../money/payment-parts.tsx";

export function TraceFacts({ trace: { payment, atProvider, remaining } }: { trace: PaymentTrace }) {
  const t = useWords("money");
  const due = useWords("owed");
  const moment = useMoment();
  const { state, deliveryId, captured, captureBefore, way, receivable } = payment;
  return (
    <Facts>
      <Fact name={t("money.state")}>
        <PaymentState payment={payment} />
      </Fact>
      {deliveryId !== null && (
        <Fact name={t("money.order")}>
          <DeliveryNumber number={payment.orderNumber} deliveryId={deliveryId} />{" "}
          <PurposeName purpose={payment.purpose} reason={payment.reason} />
        </Fact>
      )}
      <Fact name={way === null ? t("money.card") : due("fact.way")}>
        <PaidBy payment={payment} />
      </Fact>
      <AtProvider at={atProvider} />
      <Fact name={t("money.created")}>{moment(payment.createdAt)}</Fact>
      {state === "authorized" && captureBefore !== null && (
        <Fact name={t("trace.capture-before")}>{moment(captureBefore)}</Fact>
      )}
      <MoneyFact name={t("money.amount")} amount={payment.amount} />
      {way !== null && receivable && (
        <MoneyFact name={due("fact.amount")} amount={receivable.outstanding} strong unlessZero />
      )}
      <MoneyFact name={t("money.captured")} amount={captured} />
      <MoneyFact name={t("money.account.refunds")} amount={payment.refunded} unlessZero />
      {!isZero(captured) && <MoneyFact name={t("trace.remaining")} amount={remaining} strong />}
    </Facts>
  );
}

function AtProvider({ at }: { at: PaymentTrace["atProvider"] }) {
  const t = useWords("money");
  if (at === null) return null;
  const { ref, url } = at;
  // A browser that refuses to copy leaves the reference selectable.
  const copy = () =>
    navigator.clipboard.writeText(ref).then(
      () => showSnack({ text: t("trace.ref-copied") }),
      () => undefined,
    );
  return (
    <Fact name={t("trace.ref")}>
      <span className="row trace-ref">
        <LtrText>{ref}</LtrText>
        <IconButton icon="copy" label={t("trace.ref-copy")} onClick={() => void copy()} />
        {url !== null && <IconButton icon="link" label={t("trace.ref-open")} href={url} target="_blank" />}
      </span>
    </Fact>
  );
}
