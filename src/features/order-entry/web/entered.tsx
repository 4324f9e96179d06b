import { useQuery, useQueryClient } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { LinkField, TrackingLink } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { onResync, useLive } from "#web/live/live.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import type { EnteredReply as Reply } from "./use-entering.ts";

interface EnteredProps {
  readonly entered: Reply;
  /** Leads to the choice of a courier, once there is a delivery. */
  readonly assignPath: string | undefined;
  readonly onAnother: () => void;
}

/** The order after the press: what to tell the caller, and the way on. Follows the payment by its link. */
export function Entered({ entered, assignPath, onAnother }: EnteredProps) {
  const t = useWords("order-entry");
  const format = useFormat();
  const order = useOrder(entered.order);
  const { id, number, deliveryId, sender } = order;
  const stage = stageOf(order);
  const facts = { number, amount: format.money(order.total) };
  return (
    <div className="entry entry-done stack gap-4" key={id}>
      <PageHeader takesFocus title={t(`done.${stage}`, facts)} detail={<NumberText>{number}</NumberText>} />
      {entered.isEarlier && <Banner>{t("done.earlier")}</Banner>}
      {stage === "over" && <Banner tone="warning">{t("done.over-text", facts)}</Banner>}
      {entered.payPath !== null && <Payment stage={stage} order={order} path={entered.payPath} />}
      {deliveryId !== null && (
        <Card title={t("done.recipient")}>
          <TrackingLink deliveryId={deliveryId} />
        </Card>
      )}
      <div className="entry-next">
        {assignPath !== undefined && (
          <Button variant="filled" icon="route" href={assignPath}>
            {t("done.assign")}
          </Button>
        )}
        <Button variant={assignPath === undefined ? "filled" : "tonal"} icon="add" onClick={onAnother}>
          {t("done.another")}
        </Button>
        {deliveryId !== null && (
          <Button icon="parcel" href={`/d/deliveries/${deliveryId}`}>
            {t("done.open")}
          </Button>
        )}
        <Button icon="refresh" variant="text" href={`/d/recurring/new?same=${id}`}>
          {t("done.repeat")}
        </Button>
        <Button icon="route" variant="text" href="/d/board">
          {t("done.board")}
        </Button>
      </div>
      <p className="small quiet">
        {t("done.caller", { name: sender.name })} <bdi>{sender.phone}</bdi>
      </p>
    </div>
  );
}

type Stage = "waits" | "over" | "booked";

function stageOf({ state }: Reply["order"]): Stage {
  if (state === "pending_payment") return "waits";
  return state === "expired" || state === "cancelled" ? "over" : "booked";
}

interface PaymentProps {
  readonly stage: Stage;
  readonly order: Reply["order"];
  readonly path: string;
}

/** The link while it can be paid, and that it was. */
function Payment({ stage, order, path }: PaymentProps) {
  const t = useWords("order-entry");
  const format = useFormat();
  const zone = useZone();
  const { total, expiresAt } = order;
  if (stage === "over") return null;
  if (stage === "booked")
    return <Banner tone="done">{t("done.paid", { amount: format.money(total) })}</Banner>;
  return (
    <Card title={t("link.title")}>
      <PayLink address={new URL(path, location.origin).href} order={order} />
      {expiresAt !== null && (
        <p className="small quiet">{t("link.until", { when: format.dateTime(expiresAt, zone) })}</p>
      )}
    </Card>
  );
}

/** The order as it stands now. */
function useOrder(first: Reply["order"]): Reply["order"] {
  const queries = useQueryClient();
  const queryKey = ["entered", first.id];
  const again = () => void queries.invalidateQueries({ queryKey });
  useLive([{ type: "order.*", run: again }, onResync(again)]);
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(deliveriesApi.readOrder, { id: first.id }, { signal }),
    initialData: first,
    staleTime: Infinity,
  });
  return data;
}

/** The link to read out, copy, or send from this computer or phone. */
export function PayLink({ address, order }: { readonly address: string; readonly order: Reply["order"] }) {
  const t = useWords("order-entry");
  const format = useFormat();
  const { number, total, sender } = order;
  const text = t("link.text", { number, amount: format.money(total), address });
  const subject = t("link.subject", { number });
  return (
    <div className="stack gap-3">
      <LinkField label={t("link.label")} address={address} />
      <div className="entry-next">
        <Button icon="phone" variant="tonal" href={`sms:${sender.phone}?body=${encodeURIComponent(text)}`}>
          {t("link.sms")}
        </Button>
        {sender.email !== null && (
          <Button
            icon="mail"
            variant="tonal"
            href={`mailto:${sender.email}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
          >
            {t("link.mail")}
          </Button>
        )}
      </div>
    </div>
  );
}
