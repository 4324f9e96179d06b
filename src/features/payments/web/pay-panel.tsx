import "./pay.css";
import "./words.ts";
import { type FormEvent, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useLocale, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { type Bank, BANK_THEME, type CardForm, DEMO_CARDS } from "./bank.ts";
import { ScriptFailure, ScriptLoading } from "./script-faces.tsx";
import { type Note, openTill, type Till, type TillState } from "./till.ts";

export interface PayPanelProps {
  readonly order: Order;
  /** The booking key of a guest. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onPaid: () => void;
}

/** Pays one order by card. The booking is kept whatever happens here. */
export function PayPanel({ order, headers, onPaid }: PayPanelProps) {
  const t = useWords("payments");
  const [till] = useState(() => openTill(order.id, headers));
  const state = useSyncExternalStore(till.subscribe, till.state);
  useEffect(() => till.start(), [till]);
  const isPaid = state.at === "paid";
  const told = useEffectEvent(onPaid);
  useEffect(() => {
    if (isPaid) told();
  }, [isPaid]);
  return (
    <section className="pay" aria-label={t("pay.form")}>
      <Amount order={order} />
      <Step till={till} state={state} order={order} />
    </section>
  );
}

function Step({ till, state, order }: { till: Till; state: TillState; order: Order }) {
  const t = useWords("payments");
  switch (state.at) {
    case "opening":
      return <ScriptLoading offline={false} />;
    case "loading":
      return <ScriptLoading offline={state.offline} />;
    case "no-script":
      return <ScriptFailure reason={state.reason} onRetry={till.start} />;
    case "refused":
      return <RefusalNote error={state.error} onRetry={till.start} />;
    case "paid":
      return <Banner tone="done">{t("pay.paid")}</Banner>;
    case "ready":
    case "working":
    case "checking":
      return <CardEntry state={state} till={till} order={order} />;
  }
}

function Amount({ order }: { order: Order }) {
  const t = useWords("payments");
  const format = useFormat();
  const zone = useZone();
  return (
    <div className="pay-amount">
      <p className="display figure">{format.money(order.total)}</p>
      {order.expiresAt !== null && (
        <p className="pay-kept small">
          <Icon name="clock" size="small" />
          {t("pay.kept", { time: format.time(order.expiresAt, zone) })}
        </p>
      )}
    </div>
  );
}

interface EntryProps {
  readonly state: Extract<TillState, { at: "ready" | "working" | "checking" }>;
  readonly order: Order;
  readonly till: Till;
}

function CardEntry({ state, order, till }: EntryProps) {
  const t = useWords("payments");
  const format = useFormat();
  const [form, setForm] = useState<CardForm>();
  const { bank, session } = state.open;
  const isBusy = state.at !== "ready";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    till.pay();
  };
  return (
    <form className="pay-form" onSubmit={submit} noValidate>
      <div className="pay-entry" inert={state.at === "checking"}>
        <CardPlace bank={bank} onForm={setForm} onTrouble={till.fail} />
      </div>
      {state.at === "ready" && state.note && <Told note={state.note} />}
      {state.at === "checking" && (
        <Banner tone="info" urgent>
          <strong className="title">{t("checking.title")}</strong>
          <p>{t(state.long ? "checking.long" : "checking.text")}</p>
        </Banner>
      )}
      <Button type="submit" variant="filled" size="large" icon="lock" full loading={isBusy}>
        {t(isBusy ? "pay.working" : "pay.button", { amount: format.money(order.total) })}
      </Button>
      <p className="quiet small pay-safe">{t("pay.safe")}</p>
      {session.provider === "sandbox" && <DemoCards onUse={(number) => form?.fill?.(number)} />}
    </form>
  );
}

/** The provider's own form in our place for it. Its texts change with the language; what was typed is typed anew. */
function CardPlace({
  bank,
  onForm,
  onTrouble,
}: {
  bank: Bank;
  onForm: (form: CardForm | undefined) => void;
  onTrouble: Till["fail"];
}) {
  const place = useRef<HTMLDivElement>(null);
  const locale = useLocale();
  useEffect(() => {
    if (!place.current) return;
    const form = bank.mountCard(place.current, { locale, theme: BANK_THEME, onTrouble });
    onForm(form);
    return () => {
      onForm(undefined);
      form.destroy();
    };
  }, [bank, onForm, onTrouble, locale]);
  return <div ref={place} className="pay-card" />;
}

function DemoCards({ onUse }: { onUse: (number: string) => void }) {
  const t = useWords("payments");
  return (
    <div className="pay-demo">
      <p className="small strong">{t("demo.title")}</p>
      <ul>
        {DEMO_CARDS.map(({ number, what }) => (
          <li key={number}>
            <button type="button" className="pay-demo-card" onClick={() => onUse(number)}>
              <bdi dir="ltr" className="figure">
                {number}
              </bdi>
              <span className="small quiet">{t(`demo.${what}`)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Why a try held nothing, read out at once. */
function Told({ note }: { note: Note }) {
  const t = useWords("payments");
  if (note.kind !== "declined")
    return (
      <Banner tone="warning" urgent>
        {t(`pay.${note.kind}`)}
      </Banner>
    );
  return (
    <Banner tone="trouble" urgent>
      {t(declineKey(note.decline))} {t("decline.left", { n: note.triesLeft })}
    </Banner>
  );
}

const DECLINES = [
  "card-declined",
  "insufficient-funds",
  "expired-card",
  "incorrect-cvc",
  "incorrect-number",
  "invalid-expiry",
  "processing-error",
  "confirmation-failed",
] as const;

/** A newer server may know more reasons than this page. */
const declineKey = (decline: string): `decline.${(typeof DECLINES)[number]}` =>
  `decline.${DECLINES.find((known) => known === decline) ?? "card-declined"}`;
