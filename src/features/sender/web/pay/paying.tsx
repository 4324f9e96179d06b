import { useEffect, useState } from "react";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { PriceTrace } from "#features/quotes/web/public.ts";
import { PayPanel, WaysPanel } from "#features/payments/web/public.tsx";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards, useZone } from "#web/session/config.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { go } from "#web/shell/navigate.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { reopenDraft } from "../booking-draft.ts";
import { keyHeader } from "../booking-key.ts";
import { ClosedFace } from "./pay-faces.tsx";
import { useLeft } from "./use-left.ts";

interface PayingProps {
  readonly order: Order;
  readonly returned: boolean;
  readonly onPaid: () => void;
}

/** The card beside what it pays for. When the time is over, nothing is charged any more: a new price is asked for. */
export function Paying({ order, returned, onPaid }: PayingProps) {
  const t = useWords("sender");
  const [isBusy, setBusy] = useState(false);
  const [isAnew, setAnew] = useState(false);
  const takesCards = useTakesCards();
  const left = useLeft(order.expiresAt);
  if ((left === "over" && !isBusy) || isAnew) return <ClosedFace order={order} />;
  const ways = {
    "new-price": () => setAnew(true),
    "new-time": () => {
      reopenDraft();
      go("/book?step=when");
    },
    "open-booking": `/book/done/${order.id}`,
    "pay-link": "#pay-later",
    "sign-in": () => void beginLogin({ returnTo: location.pathname }),
  };
  return (
    <div className="pay-page stack gap-5">
      {takesCards ? (
        <PageHeader title={t("book.pay.title")} detail={t("book.pay.text")} />
      ) : (
        <PageHeader title={t("pay.waits")} />
      )}
      <div className="pay-page-columns">
        <Card
          title={t(takesCards ? "pay.card" : "book.step.pay")}
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
          <output className="small">{left === "soon" && t("pay.soon-over")}</output>
        </Card>
        <WhatFor order={order} />
      </div>
      {!isBusy && <WaysOut order={order} />}
    </div>
  );
}

function WhatFor({ order }: { order: Order }) {
  const t = useWords("sender");
  const format = useFormat();
  const zone = useZone();
  return (
    <Card title={t("price.what")}>
      <Facts>
        <Fact name={t("address.pickup")}>{order.pickup.label}</Fact>
        <Fact name={t("address.dropoff")}>{order.dropoff.label}</Fact>
        <Fact name={t("when.window")} strong>
          {format.window(order.window, zone)}
        </Fact>
        <Fact name={t("contact.recipient")}>{order.recipient.name}</Fact>
      </Facts>
      <details className="pay-page-trace">
        <summary>{t("price.trace")}</summary>
        <PriceTrace price={order.price} />
      </details>
    </Card>
  );
}

/** Nobody is held here: the booking may be paid later by its address, or given up and changed. */
function WaysOut({ order }: { order: Order }) {
  const t = useWords("sender");
  const format = useFormat();
  const [copied, setCopied] = useState(false);
  const abandon = useCommand(deliveriesApi.abandonOrder, {
    headers: keyHeader(order.id),
    onDone: () => {
      reopenDraft();
      go("/book?step=price");
    },
  });
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 4_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(location.href).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <section id="pay-later" className="stack gap-2" tabIndex={-1} aria-label={t("pay.ways")}>
      <p className="quiet small">{t("pay.change", { amount: format.money(order.total) })}</p>
      <div className="row gap-2">
        <Button icon="link" onClick={() => void copy()}>
          {t(copied ? "link.copied" : "pay.later")}
        </Button>
        <Button loading={abandon.isPending} onClick={() => abandon.mutate({ id: order.id })}>
          {t("pay.abandon")}
        </Button>
      </div>
      <p className="quiet small">{t("pay.later-text")}</p>
      <RefusalNote error={abandon.error} />
    </section>
  );
}
