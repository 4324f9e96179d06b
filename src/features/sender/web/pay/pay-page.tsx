import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { PayMore, PayPanel } from "#features/checkout/web/public.tsx";
import { WaysPanel } from "#features/debts/web/public.tsx";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { withData } from "#web/api/with-data.tsx";
import { useWords } from "#web/i18n/words.ts";
import { loadConfig } from "#web/session/config.ts";
import { useSession } from "#web/session/session.ts";
import { go } from "#web/shell/navigate.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { forgetBooking } from "../booking-draft.ts";
import { hasKey, keyHeader } from "../booking-key.ts";
import { takeLinkKey } from "./link-key.ts";
import { ClosedMessage, NotYoursMessage } from "./pay-messages.tsx";
import { PayLater } from "./pay-later.tsx";
import { Paying } from "./paying.tsx";
import "../sender.css";
import "./pay-page.css";

// Fetched side by side with the order, where cards are taken.
void loadConfig().then(
  ({ payment }) => (payment.provider === "none" ? WaysPanel : PayPanel).preload(),
  () => undefined,
);

/** Parameter of the address on the way back from the bank. Its content is not trusted. */
const RETURN_MARK = "payment_intent";

/** Takes what the bank or a link added out of the address, so that it is in no history and no picture of the screen. */
function readArrival(orderId: string): { readonly returned: boolean; readonly byLink: boolean } {
  const byLink = takeLinkKey(orderId);
  const query = new URLSearchParams(location.search);
  const returned = query.has(RETURN_MARK);
  if (location.search !== "" || location.hash.startsWith("#key="))
    history.replaceState(history.state, "", location.pathname);
  return { returned, byLink };
}

/** The payment of one order, alone in its document. What stands here is what the server says. */
export const PayPage = withData(function PayPage({ orderId }: { orderId: string }) {
  const t = useWords("sender");
  const [{ returned, byLink }] = useState(() => readArrival(orderId));
  const session = useSession();
  const who = session.kind === "signed-in" ? session.name : session.kind;
  const order = useQuery({
    queryKey: ["order", orderId, who],
    queryFn: ({ signal }) =>
      call(deliveriesApi.readOrder, { id: orderId }, { signal, headers: keyHeader(orderId) }),
    placeholderData: (before) => before,
  });
  useTitle(t("book.pay.title"));
  const state = order.data?.state ?? "";
  const isPaid = PAID.has(state);
  if (order.isPending) return <Skeleton look="card" lines={6} />;
  if (!order.data)
    return isProblem(order.error, "deliveries.not-found") || isSignedOut(order.error) ? (
      <NotYoursMessage />
    ) : (
      <ProblemMessage page error={order.error} onRetry={() => void order.refetch()} />
    );
  if (isPaid)
    return (
      <PayMore
        order={order.data}
        headers={keyHeader(orderId)}
        returned={returned}
        byLink={byLink}
        Later={PayLater}
        loading={<Skeleton look="card" lines={6} />}
        {...(!hasKey(orderId) && { onPaid: () => toOrder(order.data) })}
        nothing={<ToBooking orderId={orderId} />}
      />
    );
  if (state !== "pending_payment") return <ClosedMessage order={order.data} />;
  return <Paying order={order.data} returned={returned} onPaid={() => toBooking(orderId)} />;
});

const PAID: ReadonlySet<string> = new Set(["confirmed", "in_progress", "completed"]);
const isSignedOut = (error: unknown): boolean => isProblem(error) && error.status === 401;

/** Nothing is owed any more. */
function ToBooking({ orderId }: { orderId: string }) {
  useEffect(() => toBooking(orderId), [orderId]);
  return <Skeleton look="card" lines={6} />;
}

/** A signed-in person reads there that it is paid; a guest has no page of their deliveries and reads it here. */
const toOrder = ({ id, deliveryId }: Order): void =>
  go(deliveryId === null ? `/book/done/${id}` : `/my/deliveries/${deliveryId}`, { replace: true });

/** Paid: what was typed is not needed any more, and Back leads before the payment. */
function toBooking(orderId: string): void {
  forgetBooking();
  go(`/book/done/${orderId}`, { replace: true });
}
