import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { useUnpaid } from "./use-unpaid.ts";
import "../words.ts";

export interface PaymentNeededProps {
  readonly orderId: string;
  /** The booking key of a guest. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The office may ask for more, or somebody else pay, while the page is open. */
const LOOK_MS = 15_000;

/** Over an order that still waits to be paid: why, and the way to pay. */
export function PaymentNeeded({ orderId, headers = {} }: PaymentNeededProps) {
  const t = useWords("owed");
  const f = useFormat();
  const { payment } = useUnpaid(orderId, headers, LOOK_MS);
  if (!payment) return null;
  const amount = f.money(payment.amount);
  return (
    <Banner
      tone="warning"
      actions={
        <Button variant="filled" icon="card" href={`/book/pay/${orderId}`}>
          {t("needed.pay", { amount })}
        </Button>
      }
    >
      <p className="strong">{t("needed.title")}</p>
      <p>{t(payment.purpose === "surcharge" ? "needed.surcharge" : "needed.recovery", { amount })}</p>
    </Banner>
  );
}
