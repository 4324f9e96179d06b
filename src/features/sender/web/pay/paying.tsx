import { useEffect, useState } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { PayPanel } from "#features/checkout/web/public.tsx";
import { WaysPanel } from "#features/debts/web/public.tsx";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { loadWords, useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { go } from "#web/shell/navigate.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BookSteps } from "../book/book-steps.tsx";
import { reopenDraft } from "../booking-draft.ts";
import { keyHeader, payLinkKey } from "../booking-key.ts";
import { OrderFacts } from "../order-facts.tsx";
import { ClosedMessage, Rebook } from "./pay-messages.tsx";
import { PayLater } from "./pay-later.tsx";
import { useLeft } from "./use-left.ts";

/** Behind a fold of the page. */
const PriceTrace = lazyPart(
  () => import("#features/quotes/web/public.ts").then((module) => module.PriceTrace),
  ["quotes"],
);
/** When what a first look does not need is fetched. */
const LATER_MS = 2_000;

interface PayingProps {
  readonly order: Order;
  readonly returned: boolean;
  readonly onPaid: () => void;
}

/** The card beside what it pays for. When the time is over, nothing is charged any more: a new price is asked for. */
export function Paying({ order, returned, onPaid }: PayingProps) {
  const t = useWords("sender");
  const pay = useWords("pay");
  const [isBusy, setBusy] = useState(false);
  const [isAnew, setAnew] = useState(false);
  const takesCards = useTakesCards();
  const left = useLeft(order.expiresAt);
  useEffect(() => {
    const timer = setTimeout(() => [PriceTrace, Rebook].forEach((part) => part.preload()), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  if ((left === "over" && !isBusy) || isAnew) return <ClosedMessage order={order} />;
  const ways = {
    "new-price": () => setAnew(true),
    "new-time": () => {
      reopenDraft();
      go("/book");
    },
    "open-booking": `/book/done/${order.id}`,
    "pay-link": "#pay-later",
    "sign-in": () => void beginLogin({ returnTo: location.pathname }),
  };
  return (
    <div className="page-wide stack gap-5">
      <BookSteps current="pay" />
      {takesCards ? (
        <PageHeader title={t("book.pay.title")} detail={t("book.pay.text")} takesFocus />
      ) : (
        <PageHeader title={pay("pay.waits")} takesFocus />
      )}
      <div className="pay-page-columns">
        <Card
          title={takesCards ? pay("pay.card") : t("book.step.pay")}
          aside={<span className="serial">{order.number}</span>}
          copy="sender"
        >
          {takesCards ? (
            <PayPanel
              order={order}
              headers={keyHeader(order.id)}
              returned={returned}
              ways={ways}
              onBusy={setBusy}
              onPaid={onPaid}
            />
          ) : (
            <WaysPanel
              order={order}
              headers={keyHeader(order.id)}
              onBooked={onPaid}
              onSignIn={ways["sign-in"]}
            />
          )}
          <output className="small">{left === "soon" && pay("pay.soon-over")}</output>
        </Card>
        <WhatFor order={order} />
      </div>
      {!isBusy && <WaysOut order={order} />}
    </div>
  );
}

function WhatFor({ order }: { order: Order }) {
  const t = useWords("sender");
  const [isTraced, setTraced] = useState(false);
  return (
    <Card title={t("price.what")}>
      <OrderFacts order={order} />
      <details className="pay-page-trace" onToggle={() => setTraced(true)}>
        <summary>{t("price.trace")}</summary>
        {isTraced && <PriceTrace price={order.price} />}
      </details>
    </Card>
  );
}

/**
 * Ways to leave: pay later and elsewhere by the booking's link, or, for the person who made it, give it up or
 * change it.
 */
function WaysOut({ order }: { order: Order }) {
  const pay = useWords("pay");
  const format = useFormat();
  const abandon = useCommand(deliveriesApi.abandonOrder, {
    headers: keyHeader(order.id),
    onDone: () => {
      reopenDraft();
      go("/book?step=contact");
    },
  });
  const giveUp = () => abandon.mutate({ id: order.id });
  return (
    <section className="stack gap-2" aria-label={pay("pay.ways")}>
      <p className="quiet small">{pay("pay.change", { amount: format.money(order.total) })}</p>
      {payLinkKey(order.id) === null && (
        <div className="row gap-2">
          <Button
            loading={abandon.isPending}
            onClick={() => void loadWords("deliveries").then(giveUp, giveUp)}
          >
            {pay("pay.abandon")}
          </Button>
        </div>
      )}
      <PayLater orderId={order.id} />
      <RefusalNote error={abandon.error} />
    </section>
  );
}
