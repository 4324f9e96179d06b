import { type ComponentType, type ReactNode, useState } from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Payment } from "#features/payments/contract/api.ts";
import { PayPanel } from "./pay-panel.tsx";
import { NothingMore, PaidMore } from "./paid-more.tsx";
import { usePaidBefore } from "./use-paid-before.ts";
import { useUnpaid } from "#features/debts/web/public-parts.ts";

export interface PayMoreProps {
  readonly order: Order;
  readonly headers: Readonly<Record<string, string>>;
  /** Called once it is paid; without it this page says so. */
  readonly onPaid?: () => void;
  readonly returned: boolean;
  /** The payer came by a link to pay, so that nothing to pay is worth a word. */
  readonly byLink: boolean;
  /** The way out where the card form cannot be shown; it stands under "#pay-later". */
  readonly Later: ComponentType<{ orderId: string; paymentId: string }>;
  readonly loading: ReactNode;
  /** Shown where nothing waits to be paid. */
  readonly nothing: ReactNode;
}

/** Pays what a booked order still owes: a hold that was lost, or what came on top of the price. */
export function PayMore(props: PayMoreProps) {
  const { order, headers, onPaid, byLink, returned, Later, loading, nothing } = props;
  const [done, setDone] = useState<Payment>();
  const { isPending, payment, error, again } = useUnpaid(order.id, headers);
  const before = usePaidBefore(order.id, headers, isPending ? "unknown" : payment);
  if (done) return <PaidMore order={order} payment={done} />;
  if (isPending || before.isLoading) return loading;
  if (payment)
    return (
      <Asked
        order={order}
        payment={payment}
        headers={headers}
        returned={returned}
        Later={Later}
        onPaid={onPaid ?? (() => setDone(payment))}
      />
    );
  if (!mayBeNothing(error)) return <ProblemMessage page error={error} onRetry={again} />;
  if (before.paid && !onPaid) return <PaidMore order={order} payment={before.paid} />;
  return byLink && !returned ? <NothingMore order={order} /> : nothing;
}

/** A failed read is never shown as "nothing is owed". */
const mayBeNothing = (error: unknown): boolean => !error || isProblem(error, "payments.none");

interface AskedProps extends Pick<PayMoreProps, "order" | "headers" | "returned" | "Later"> {
  readonly payment: Payment;
  readonly onPaid: () => void;
}

function Asked({ order, payment, headers, returned, Later, onPaid }: AskedProps) {
  const t = useWords("owed");
  const f = useFormat();
  const title = t("needed.title");
  useTitle(title);
  const owed = { ...order, total: payment.amount, expiresAt: null };
  const amount = f.money(payment.amount);
  return (
    <div className="page-wide stack gap-5">
      <PageHeader title={title} />
      <Banner tone="warning">
        {t(payment.purpose === "surcharge" ? "needed.surcharge" : "needed.recovery", { amount })}
      </Banner>
      <Card title={t("needed.pay", { amount })} aside={<span className="serial">{order.number}</span>}>
        <PayPanel
          key={payment.id}
          order={owed}
          paymentId={payment.id}
          headers={headers}
          returned={returned}
          ways={{ "pay-link": "#pay-later" }}
          onPaid={onPaid}
        />
      </Card>
      <Later orderId={order.id} paymentId={payment.id} />
    </div>
  );
}
