import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { assignPathOf } from "./assign-path.ts";
import { PayLink } from "./entered.tsx";
import { TogetherList } from "./together-list.tsx";
import { useTogether } from "./use-together.ts";
import type { TogetherReply } from "./use-entering-together.ts";

interface EnteredTogetherProps {
  readonly entered: TogetherReply;
  readonly onAnother: () => void;
}

/** Several drops after the press: what to tell the caller, the link of each payment, and the way on. */
export function EnteredTogether({ entered, onAnother }: EnteredTogetherProps) {
  const t = useWords("order-entry");
  const format = useFormat();
  const zone = useZone();
  const { data } = useTogether(entered.orders[0]?.order.id ?? "");
  const rows = data?.orders ?? [];
  const stateOf = (id: string) => rows.find(({ orderId }) => orderId === id)?.state ?? "pending_payment";
  const unpaid = entered.orders.flatMap(({ order, payPath }) =>
    payPath !== null && stateOf(order.id) === "pending_payment" ? [{ order, payPath }] : [],
  );
  const sender = entered.orders[0]?.order.sender;
  return (
    <div className="entry entry-done stack gap-4">
      <PageHeader
        takesFocus
        title={t("together.done", { n: entered.orders.length, amount: format.money(entered.total) })}
        detail={<NumberText>{entered.reference}</NumberText>}
      />
      {entered.isEarlier && <Banner>{t("done.earlier")}</Banner>}
      <Card title={t("together.title")}>
        <TogetherList
          rows={rows}
          assign={(orderId) => {
            const made = entered.orders.find(({ order }) => order.id === orderId);
            const deliveryId = rows.find((row) => row.orderId === orderId)?.deliveryId ?? null;
            return made && assignPathOf({ order: { ...made.order, deliveryId } }, zone);
          }}
        />
      </Card>
      {unpaid.length > 0 && (
        <Card title={t("together.links")}>
          <p className="small quiet">{t("together.links-text")}</p>
          {unpaid.map(({ order, payPath }) => (
            <div key={order.id} className="stack gap-2" role="group" aria-label={order.recipient.name}>
              <p>
                <bdi>{order.recipient.name}</bdi> · <NumberText>{order.number}</NumberText> ·{" "}
                {format.money(order.total)}
                {order.expiresAt !== null && (
                  <span className="small quiet">
                    {" "}
                    {t("link.until", { when: format.dateTime(order.expiresAt, zone) })}
                  </span>
                )}
              </p>
              <PayLink address={new URL(payPath, location.origin).href} order={order} />
            </div>
          ))}
        </Card>
      )}
      <div className="entry-next">
        <Button variant="filled" icon="add" onClick={onAnother}>
          {t("done.another")}
        </Button>
        <Button icon="route" variant="text" href="/d/board">
          {t("done.board")}
        </Button>
      </div>
      {sender && (
        <p className="small quiet">
          {t("done.caller", { name: sender.name })} <bdi>{sender.phone}</bdi>
        </p>
      )}
    </div>
  );
}
