import type { Order } from "#features/deliveries/contract/shapes.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { StateMessage } from "#web/ui/state-message.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { Money } from "#kernel/money.ts";

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

/** The link was opened again, or what it asked for was paid in another way. */
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
