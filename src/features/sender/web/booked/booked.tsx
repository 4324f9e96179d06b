import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { PriceTrace, StateChip } from "#features/deliveries/web/public.ts";
import type { Payment } from "#features/payments/contract/api.ts";
import { OrderDue, PaymentNeeded } from "#features/debts/web/public.tsx";
import { OrderReceipts } from "#features/receipts/web/public.tsx";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig, useTakesCards } from "#web/session/config.ts";
import { useSession } from "#web/session/session.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import type { PageProps } from "#web/shell/pages.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { BannerProps } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { payAddress } from "../booking-draft.ts";
import { keyHeader, payLinkKey } from "../booking-key.ts";
import { CancelOrderDialog, useOrderCancellation } from "../cancel-dialog.tsx";
import { LinkField } from "../link-field.tsx";
import { OrderFacts } from "../order-facts.tsx";
import { takeLinkKey } from "../pay/link-key.ts";
import {
  type BookedStatus,
  chargeOf,
  bookedStatusOf,
  mayCancel,
  type MoneyStatus,
  moneyOf,
} from "./booked-status.ts";
import { KeepLink } from "./keep-link.tsx";
import { useOrderLink } from "./order-link.ts";
import { useBooking } from "./use-booking.ts";
import "../sender.css";

const DemoPhone = lazyPart(
  () => import("#features/notices/web/public.ts").then((m) => m.loadDemoPhone()),
  ["demo-phone"],
);

type Headers = Readonly<Record<string, string>>;

/** A link to this page brings its key after the sign that browsers keep to themselves. */
function arriveAt(orderId: string): void {
  if (takeLinkKey(orderId, true)) history.replaceState(history.state, "", location.pathname);
}

/** People with an account have the app's own worker. */
function useOpensWithoutNetwork(): void {
  const isGuest = useSession().kind === "signed-out";
  useEffect(() => {
    if (!isGuest) return;
    import("#web/offline/guest-page.ts").then(
      ({ prepareGuestsPage }) => prepareGuestsPage("/book/done/"),
      () => undefined,
    );
  }, [isGuest]);
}

/** One booking after its payment: how it stands now, whatever led here, and what its sender may do about it. */
export function Booked({ params: { id } }: PageProps<{ id: string }>) {
  useState(() => arriveAt(id));
  const headers = keyHeader(id);
  useOpensWithoutNetwork();
  const { data, isPending, error, refetch } = useBooking(id, headers);
  if (isPending) return <Skeleton look="card" lines={5} />;
  if (!data) return <ProblemMessage page error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <RefusalNote error={error} onRetry={() => void refetch()} />
      <Standing order={data.order} payment={data.payment} headers={headers} />
    </>
  );
}

interface StandingProps {
  readonly order: Order;
  readonly payment: Payment | null | undefined;
  readonly headers: Headers;
}

const BOOKED: ReadonlySet<BookedStatus> = new Set(["booked", "under-way", "delivered", "returned"]);
/** Nothing was paid: the same may be booked again. */
const GO_ON: ReadonlySet<BookedStatus> = new Set(["unpaid", "confirm", "not-paid", "expired", "given-up"]);

function Standing({ order, payment, headers }: StandingProps) {
  const t = useWords("sender");
  const takesCards = useTakesCards();
  const status = bookedStatusOf(order, payment);
  const isBooked = BOOKED.has(status);
  const { id, deliveryId } = order;
  const isExtra = payment != null && payment.purpose !== "booking";
  return (
    <div className="booked stack gap-5">
      <Head order={order} status={status} />
      {GO_ON.has(status) && <GoOn orderId={id} isOpen={status === "unpaid" || status === "confirm"} />}
      {isExtra && <PaymentNeeded orderId={id} headers={headers} />}
      <What order={order} payment={payment} />
      {deliveryId !== null && <OrderDue orderId={id} headers={headers} isRare={takesCards} />}
      {isBooked && payLinkKey(id) === null && <Told order={order} headers={headers} />}
      <KeepLink order={order} />
      <Card title={t("price.trace")}>
        <PriceTrace price={order.price} />
        <Charged order={order} payment={payment} />
      </Card>
      {(isBooked || payment?.state === "captured") && (
        <OrderReceipts orderId={id} headers={headers} asOf={JSON.stringify(payment)} />
      )}
      <Next order={order} headers={headers} />
    </div>
  );
}

/** The recipient's link; in a demo, the phones on which the text messages about the booking arrive. */
function Told({ order, headers }: Omit<StandingProps, "payment">) {
  const isDemo = useConfig().demo.on;
  const { id, recipient } = order;
  return (
    <>
      <ForRecipient orderId={id} headers={headers} />
      {isDemo && <DemoPhone orderId={id} headers={headers} recipient={recipient.name} />}
    </>
  );
}

/** To the payment while it can be paid; else the same once more, at a new price. */
function GoOn({ orderId, isOpen }: { readonly orderId: string; readonly isOpen: boolean }) {
  const t = useWords("sender");
  const pay = useWords("pay");
  return (
    <Button variant="filled" size="large" href={payAddress(orderId)}>
      {isOpen ? pay("pay.go-on") : t("price.again")}
    </Button>
  );
}

function Next({ order, headers }: Omit<StandingProps, "payment">) {
  const booked = useWords("booked");
  const session = useSession();
  return (
    <div className="row gap-2">
      {session.kind === "signed-in" && order.deliveryId !== null && (
        <Button variant="filled" href={`/my/deliveries/${order.deliveryId}`}>
          {booked("booked.follow")}
        </Button>
      )}
      <Button icon="add" href="/book">
        {booked("booked.another")}
      </Button>
      <Cancel order={order} headers={headers} />
    </div>
  );
}

const TONE: Readonly<Record<BookedStatus, NonNullable<BannerProps["tone"]>>> = {
  unpaid: "info",
  confirm: "warning",
  checking: "info",
  "in-doubt": "warning",
  "not-paid": "warning",
  expired: "warning",
  "given-up": "info",
  booked: "done",
  "under-way": "done",
  delivered: "done",
  returned: "info",
  lost: "trouble",
  disposed: "info",
  cancelled: "info",
};

/** The title says how it stands; a change is read out. */
function Head({ order, status }: { readonly order: Order; readonly status: BookedStatus }) {
  const t = useWords("booked");
  const takesCards = useTakesCards();
  const room = useWords("sender");
  const title = status === "booked" ? room("booked.title") : t(`booked.state.${status}`);
  useTitle(title);
  const wait = takesCards ? t("booked.text.unpaid") : t("booked.text.unpaid-way");
  const text = status === "unpaid" ? wait : t(`booked.text.${status}`, { name: order.recipient.name });
  return (
    <>
      <PageHeader
        title={title}
        detail={<span className="serial">{order.number}</span>}
        {...(status === "under-way" &&
          order.deliveryState && { actions: <StateChip state={order.deliveryState} /> })}
      />
      <div role="status">
        <Banner tone={TONE[status]}>{text}</Banner>
      </div>
    </>
  );
}

function What({ order, payment }: Omit<StandingProps, "headers">) {
  const t = useWords("sender");
  const booked = useWords("booked");
  const isOver = order.state === "cancelled" || order.state === "expired";
  return (
    <Card title={isOver ? booked("booked.was") : t("price.what")} copy="recipient">
      <OrderFacts order={order}>
        <MoneyFact order={order} payment={payment} name={booked("booked.money")} />
      </OrderFacts>
    </Card>
  );
}

/** Shows the rest of the total that stays charged after the booking ended. */
function Charged({ order, payment }: Omit<StandingProps, "headers">) {
  const t = useWords("booked");
  const format = useFormat();
  const charge = chargeOf(order, payment);
  if (charge === undefined) return null;
  const fee = order.cancelFee ? format.money(order.cancelFee) : "";
  return (
    <p>
      <strong>{t(`booked.price.${charge}`, { fee })}</strong>
    </p>
  );
}

/** The amount that each sentence about the money names. */
const SPEAKS_OF: Readonly<Record<MoneyStatus, "total" | "fee" | "captured">> = {
  held: "total",
  releasing: "total",
  "fee-due": "fee",
  "fee-taken": "captured",
  taken: "captured",
  "part-returned": "captured",
  returned: "captured",
  released: "total",
  "not-collected": "total",
  "taken-back": "captured",
  "in-doubt": "total",
};

function MoneyFact({ order, payment, name }: Omit<StandingProps, "headers"> & { readonly name: string }) {
  const t = useWords("booked");
  const format = useFormat();
  const status = moneyOf(order, payment);
  if (!payment || status === undefined) return null;
  const amounts = {
    total: payment.amount,
    fee: order.cancelFee ?? payment.amount,
    captured: payment.captured,
  };
  const amount = format.money(amounts[SPEAKS_OF[status]]);
  const returned = payment.refunded ? format.money(payment.refunded) : "";
  return <Fact name={name}>{t(`booked.money.${status}`, { amount, returned })}</Fact>;
}

function ForRecipient({ orderId, headers }: { readonly orderId: string; readonly headers: Headers }) {
  const t = useWords("sender");
  const booked = useWords("booked");
  const link = useOrderLink(orderId, headers);
  return (
    <Card title={t("one.share")} copy="recipient">
      {link.isPending && <Skeleton lines={1} />}
      {link.data !== undefined && <LinkField label={t("link.label")} address={link.data} opens />}
      <RefusalNote error={link.error} onRetry={() => void link.refetch()} />
      <p className="small quiet">{booked("booked.link-text")}</p>
    </Card>
  );
}

/** Cancelling, with its fee beside the button; a link to pay with does not offer it. */
function Cancel({ order, headers }: { readonly order: Order; readonly headers: Headers }) {
  const t = useWords("sender");
  const booked = useWords("booked");
  const format = useFormat();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const preview = useOrderCancellation(order.id, headers, mayCancel(order) ? order.deliveryState : null);
  const { data } = preview;
  if (!mayCancel(order) || data?.allowed !== true) return null;
  return (
    <>
      <Button variant="outlined" tone="danger" icon="close" onClick={() => setAsking(true)}>
        {t("cancel.open")}
      </Button>
      <span className="small quiet">
        {data.fee.minor === 0
          ? booked("booked.cancel-free")
          : booked("booked.cancel-fee", { fee: format.money(data.fee) })}
      </span>
      {isAsking && (
        <CancelOrderDialog
          orderId={order.id}
          headers={headers}
          preview={preview}
          onClose={() => setAsking(false)}
          onCancelled={() => {
            setAsking(false);
            void queries.invalidateQueries({ queryKey: ["booking", order.id] });
          }}
        />
      )}
    </>
  );
}
