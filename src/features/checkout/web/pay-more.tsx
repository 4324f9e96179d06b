import type { Money } from "#kernel/money.ts";
import { type ComponentType, type ReactNode, useState } from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { PayPanel } from "./pay-panel.tsx";
import { usePaidBefore } from "./use-paid-before.ts";
import { type Unpaid, useReceivables } from "#features/debts/web/public-parts.ts";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { NumberText } from "#web/ui/figures.tsx";

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
  readonly nothing: ReactNode;
}

export function PayMore(props: PayMoreProps) {
  const { order, headers, onPaid, returned, Later, loading } = props;
  const [done, setDone] = useState<Money>();
  const { isPending, unpaid, error, again } = useReceivables({ orderId: order.id, headers });
  const before = usePaidBefore(order.id, headers, isPending ? "unknown" : unpaid?.payBy);
  if (done) return <PaidMore order={order} amount={done} />;
  if (isPending || before.isLoading) return loading;
  if (unpaid)
    return (
      <Asked
        order={order}
        unpaid={unpaid}
        headers={headers}
        returned={returned}
        Later={Later}
        onPaid={onPaid ?? (() => setDone(unpaid.outstanding))}
      />
    );
  if (error) return <ProblemMessage page error={error} onRetry={again} />;
  const paid = onPaid ? undefined : before.paid;
  return paid ? <PaidMore order={order} amount={paid.amount} /> : <Nothing {...props} />;
}

const Nothing = ({ order, byLink, returned, nothing }: PayMoreProps) =>
  byLink && !returned ? <NothingMore order={order} /> : nothing;

interface AskedProps extends Pick<PayMoreProps, "order" | "headers" | "returned" | "Later"> {
  readonly unpaid: Unpaid;
  readonly onPaid: () => void;
}

function Asked({ order, unpaid, headers, returned, Later, onPaid }: AskedProps) {
  const t = useWords("owed");
  const f = useFormat();
  const title = t("needed.title");
  useTitle(title);
  const { kind, payBy, outstanding: total } = unpaid;
  const owed = { ...order, total, expiresAt: null };
  const amount = f.money(total);
  return (
    <div className="page-wide stack gap-5">
      <PageHeader title={title} />
      <Banner tone="warning">
        {t(kind === "surcharge" ? "needed.surcharge" : "needed.recovery", { amount })}
      </Banner>
      <Card title={t("needed.pay", { amount })} aside={<span className="serial">{order.number}</span>}>
        <PayPanel
          key={payBy}
          order={owed}
          paymentId={payBy}
          headers={headers}
          returned={returned}
          ways={{ "pay-link": "#pay-later" }}
          onPaid={onPaid}
        />
      </Card>
      <Later orderId={order.id} paymentId={payBy} />
    </div>
  );
}

interface PaidMoreProps {
  readonly order: Order;
  readonly amount: Money;
}

/** Said where it was paid, since whoever pays by a link alone has no page of their payments. */
export function PaidMore({ order, amount }: PaidMoreProps) {
  const t = useWords("owed");
  const f = useFormat();
  const title = t("done.title");
  useTitle(title);
  return (
    <div className="page-wide stack gap-5">
      <PageHeader title={title} detail={<NumberText>{order.number}</NumberText>} />
      <Banner tone="done">
        <p className="strong">{t("done.text", { amount: f.money(amount), number: order.number })}</p>
        <p>{t("done.receipt")}</p>
      </Banner>
      <ToBooking id={order.id} />
    </div>
  );
}

export function NothingMore({ order }: Pick<PaidMoreProps, "order">) {
  const t = useWords("owed");
  useTitle(t("done.nothing-title"));
  return (
    <StateMessage
      page
      kind="empty"
      icon="check-circle"
      title={t("done.nothing-title")}
      action={<ToBooking id={order.id} />}
    >
      <p>{t("done.nothing", { number: order.number })}</p>
    </StateMessage>
  );
}

function ToBooking({ id }: { readonly id: string }) {
  const t = useWords("payments");
  return (
    <div className="row gap-2">
      <Button href={`/book/done/${id}`}>{t("way.open-booking")}</Button>
    </div>
  );
}
