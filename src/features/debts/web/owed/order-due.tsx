import "../words.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { ReceivableFacts } from "./receivable-facts.tsx";
import { type OrderProps, useReceivables } from "./use-receivables.ts";
import { useFormat } from "#web/i18n/format.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";

/**
 * How an order without a card is paid.
 *
 * @param isRare most orders are paid by card here: a failed read hides nothing that they would show
 */
export function OrderDue({ isRare = false, ...props }: OrderProps & { readonly isRare?: boolean }) {
  const t = useWords("owed");
  const { number, byWay, error, again } = useReceivables(props);
  if (byWay.length === 0 && (isRare || !error)) return null;
  return (
    <Card title={t("title")}>
      <RefusalNote error={error} onRetry={again} />
      {byWay.map((one) => (
        <ReceivableFacts key={one.paymentId} receivable={one} number={number} />
      ))}
    </Card>
  );
}

/** The office may ask for more, or somebody else pay, while the page is open. */
const LOOK_MS = 15_000;

/** Over an order that still waits to be paid: why, and the way to pay. */
export function PaymentNeeded(props: OrderProps) {
  const t = useWords("owed");
  const f = useFormat();
  const { unpaid } = useReceivables(props, LOOK_MS);
  if (!unpaid) return null;
  const amount = f.money(unpaid.outstanding);
  return (
    <Banner
      tone="warning"
      actions={
        <Button variant="filled" icon="card" href={`/book/pay/${props.orderId}`}>
          {t("needed.pay", { amount })}
        </Button>
      }
    >
      <p className="strong">{t("needed.title")}</p>
      <p>{t(`needed.${unpaid.kind === "surcharge" ? "surcharge" : "recovery"}`, { amount })}</p>
    </Banner>
  );
}
