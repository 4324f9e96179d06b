import { isZero } from "#kernel/money.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { IconButton } from "#web/ui/button.tsx";
import { LtrText, MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { StatusChip } from "#web/ui/status.tsx";
import type { PaymentTrace } from "../../contract/trace.ts";
import { cardText } from "#features/receipts/domain/card-text.ts";
import { DeliveryNumber } from "../money/delivery-number.tsx";
import { PurposeName, dueWord } from "#features/debts/web/public-parts.ts";
import { PAYMENT_LOOK } from "#features/payments/web/public-parts.ts";

/** Amounts of a payment. */
export function TraceFacts({ trace: { payment, atProvider, remaining } }: { trace: PaymentTrace }) {
  const t = useWords("money");
  const due = useWords("dues");
  const f = useFormat();
  const zone = useZone();
  const { state, deliveryId, orderNumber, amount, captured, refunded, card, captureBefore, way, owed } =
    payment;
  return (
    <Facts>
      <Fact name={t("money.state")}>
        <StatusChip {...PAYMENT_LOOK[state]}>
          {way === null ? t(`money.state.${state}`) : due(`state.${dueWord(state)}`)}
        </StatusChip>
      </Fact>
      {deliveryId !== null && (
        <Fact name={t("money.order")}>
          <DeliveryNumber number={orderNumber} deliveryId={deliveryId} />{" "}
          <PurposeName purpose={payment.purpose} />
        </Fact>
      )}
      <Fact name={way === null ? t("money.card") : due("fact.way")}>
        {way !== null ? (
          due(`way.${way}`)
        ) : card === null ? (
          <span className="quiet">{t("money.no-card")}</span>
        ) : (
          <LtrText>{cardText(card)}</LtrText>
        )}
      </Fact>
      <AtProvider at={atProvider} />
      <Fact name={t("money.created")}>{f.dateTime(payment.createdAt, zone)}</Fact>
      {state === "authorized" && captureBefore !== null && (
        <Fact name={t("trace.capture-before")}>{f.dateTime(captureBefore, zone)}</Fact>
      )}
      <Fact name={t("money.amount")}>
        <MoneyText amount={amount} />
      </Fact>
      {owed !== null && !isZero(owed) && (
        <Fact name={due("fact.amount")} strong>
          <MoneyText amount={owed} strong />
        </Fact>
      )}
      <Fact name={t("money.captured")}>
        <MoneyText amount={captured} />
      </Fact>
      {!isZero(refunded) && (
        <Fact name={t("money.account.refunds")}>
          <MoneyText amount={refunded} />
        </Fact>
      )}
      {!isZero(captured) && (
        <Fact name={t("trace.remaining")} strong>
          <MoneyText amount={remaining} strong />
        </Fact>
      )}
    </Facts>
  );
}

/** The payment's name at the provider, to be looked up there. */
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
      <span className="trace-ref">
        <LtrText>{ref}</LtrText>
        <IconButton icon="copy" label={t("trace.ref-copy")} onClick={() => void copy()} />
        {url !== null && <IconButton icon="link" label={t("trace.ref-open")} href={url} target="_blank" />}
      </span>
    </Fact>
  );
}
