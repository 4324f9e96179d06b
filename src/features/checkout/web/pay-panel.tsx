import "./pay.css";
import {
  type FormEvent,
  lazy,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { Order } from "#features/deliveries/contract/shapes.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { beginLogin } from "#web/session/begin-login.ts";
import { useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { CardForm } from "./bank.ts";
import { CardPlace } from "./card-place.tsx";
import { browserProblem } from "./browser-fit.ts";
import { type Place, usePlace } from "./place.ts";
import type { BegunProps } from "./begun-elsewhere.tsx";
import type { DemoCardsProps } from "./demo-cards.tsx";
import { ProblemNote, type WayActions } from "#features/payments/web/public-parts.ts";
import { problemOfError } from "./problem-of.ts";
import { ScriptFailure, ScriptLoading } from "./script-messages.tsx";
import { WaitNote } from "./wait-note.tsx";
import { type Note, openCheckout, type Checkout, type CheckoutState } from "./checkout.ts";

export interface PayPanelProps {
  readonly order: Order;
  readonly headers: Readonly<Record<string, string>>;
  readonly onPaid: () => void;
  /** Acts of the page for problems that the panel cannot mend itself. */
  readonly ways?: WayActions;
  /** The bank is being asked, or its answer is being shown: nothing else may happen to the page. */
  readonly onBusy?: (busy: boolean) => void;
  readonly returned?: boolean;
  readonly paymentId?: string;
}

export function PayPanel({
  order,
  headers,
  onPaid,
  ways = {},
  onBusy,
  returned = false,
  paymentId,
}: PayPanelProps) {
  const t = useWords("payments");
  const [checkout] = useState(() => openCheckout(order.id, headers, returned, paymentId));
  const state = useSyncExternalStore(checkout.subscribe, checkout.state);
  const [trouble] = useState(browserProblem);
  const isOld = trouble === "browser.unsupported";
  const [place, takeOver] = usePlace(order.id, () => isAsking(checkout.state()));
  useEffect(() => (isOld || place !== "mine" ? undefined : checkout.start()), [checkout, isOld, place]);
  const isBusy = isAsking(state);
  const isOver = state.at === "over" || state.at === "paid";
  const tellBusy = useEffectEvent((busy: boolean) => onBusy?.(busy));
  useEffect(() => {
    tellBusy(isBusy || isOver);
    return isBusy ? guardLeaving() : undefined;
  }, [isBusy, isOver]);
  const isDone = state.at === "paid";
  const told = useEffectEvent(onPaid);
  useEffect(() => {
    if (isDone) told();
  }, [isDone]);
  return (
    <section className="pay stack gap-5" aria-label={t("pay.form")}>
      <Amount order={order} />
      {trouble && <ProblemNote code={trouble} ways={ways} />}
      {isElsewhere(place) ? (
        <ProblemNote code="pay.other-tab" ways={{ "take-over": takeOver }}>
          {place === "paying-elsewhere" && <p>{t("tab.paying")}</p>}
        </ProblemNote>
      ) : (
        (!isOld || state.at === "refused") && (
          <Step checkout={checkout} state={state} order={order} ways={ways} />
        )
      )}
    </section>
  );
}

const isElsewhere = (place: Place): boolean => place === "elsewhere" || place === "paying-elsewhere";
const isAsking = ({ at }: CheckoutState): boolean => at === "working" || at === "checking";

/** Asks before the page is left. @returns what ends it */
function guardLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener("beforeunload", ask);
  return () => removeEventListener("beforeunload", ask);
}

interface StepProps {
  readonly checkout: Checkout;
  readonly state: CheckoutState;
  readonly order: Order;
  readonly ways: WayActions;
}

function Step({ checkout, state, order, ways }: StepProps) {
  const t = useWords("payments");
  switch (state.at) {
    case "opening":
      return <ScriptLoading offline={false} ways={ways} />;
    case "loading":
      return <ScriptLoading offline={state.offline} ways={ways} />;
    case "no-script":
      return <ScriptFailure reason={state.reason} onRetry={checkout.start} ways={ways} />;
    case "refused":
      return <Refused error={state.error} checkout={checkout} ways={ways} />;
    case "over":
      return <ProblemNote code={state.code} ways={ways} />;
    case "paid":
      return <Banner tone="done">{t("pay.paid")}</Banner>;
    case "ready":
    case "working":
    case "checking":
      return <CardEntry state={state} checkout={checkout} order={order} />;
  }
}

function Amount({ order }: { order: Order }) {
  const t = useWords("payments");
  const format = useFormat();
  const zone = useZone();
  return (
    <div className="stack gap-2">
      <p className="display figure">{format.money(order.total)}</p>
      {order.expiresAt !== null && (
        <p className="row nowrap gap-2 small">
          <Icon name="clock" size="small" />
          {t("pay.kept", { time: format.time(order.expiresAt, zone) })}
        </p>
      )}
    </div>
  );
}

/** Without its code the payment goes on without it. */
const optionalPart = <Props,>(load: () => Promise<(props: Props) => ReactNode>) =>
  lazy((): Promise<{ default: (props: Props) => ReactNode }> =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: () => null }),
    ),
  );
const BegunElsewhere = lazy(() =>
  import("./begun-elsewhere.tsx").then(
    ({ BegunElsewhere: part }) => ({ default: part }),
    () => ({ default: BegunWithoutCode }),
  ),
);
const DemoCards = optionalPart<DemoCardsProps>(() =>
  import("./demo-cards.tsx").then((module) => module.DemoCards),
);

const BegunWithoutCode = ({ checkout, error }: BegunProps) => (
  <RefusalNote error={error} onRetry={checkout.takeOver} />
);

interface EntryProps {
  readonly state: Extract<CheckoutState, { at: "ready" | "working" | "checking" }>;
  readonly order: Order;
  readonly checkout: Checkout;
}

function CardEntry({ state, order, checkout }: EntryProps) {
  const t = useWords("payments");
  const [form, setForm] = useState<CardForm>();
  const [readyForm, setReadyForm] = useState<CardForm>();
  const { bank, session } = state.open;
  const isReady = form !== undefined && readyForm === form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    checkout.pay();
  };
  return (
    <form className="pay-form stack gap-4" onSubmit={submit} noValidate>
      <div className="pay-entry" inert={state.at === "checking"}>
        <CardPlace
          bank={bank}
          isReady={isReady}
          onForm={setForm}
          onReady={setReadyForm}
          onTrouble={checkout.fail}
        />
      </div>
      {state.at === "ready" && state.note && (
        <Told note={state.note} onCard={() => form?.focus()} onAgain={checkout.pay} />
      )}
      {state.at === "checking" && (
        <ProblemNote code="pay.unknown">{state.long && <p>{t("checking.long")}</p>}</ProblemNote>
      )}
      {state.at === "working" && state.isSilent === true && (
        <ProblemNote code="pay.silent" ways={{ retry: checkout.start }} />
      )}
      <PayButton state={state} order={order} isReady={isReady} />
      <p className="quiet small pay-safe">{t("pay.safe")}</p>
      {session.provider === "sandbox" && (
        <Suspense fallback={null}>
          <DemoCards onUse={(number) => form?.fill?.(number)} />
        </Suspense>
      )}
    </form>
  );
}

/** Takes no press before the form is ready, nor while the bank is asked. */
function PayButton({ state, order, isReady }: Pick<EntryProps, "state" | "order"> & { isReady: boolean }) {
  const t = useWords("payments");
  const format = useFormat();
  const isBusy = state.at !== "ready";
  return (
    <Button
      type="submit"
      variant="filled"
      size="large"
      icon="lock"
      full
      loading={isBusy}
      disabled={!isReady && !isBusy}
    >
      {t(isBusy ? "pay.working" : "pay.button", { amount: format.money(order.total) })}
    </Button>
  );
}

interface ToldProps {
  readonly note: Note;
  readonly onCard: () => void;
  readonly onAgain: () => void;
}

/** Why a try held nothing, read out at once, with what can be done. */
function Told({ note, onCard, onAgain }: ToldProps) {
  const t = useWords("payments");
  const ways = { "other-card": onCard, "confirm-card": onCard, retry: onAgain, continue: onAgain };
  if (note.kind === "declined")
    return (
      <ProblemNote code={note.decline} ways={ways}>
        <p>{t("decline.left", { n: note.triesLeft })}</p>
      </ProblemNote>
    );
  if (note.kind === "window-closed") return <ProblemNote code="sca.cancelled" ways={ways} />;
  return (
    <Banner tone="warning" urgent>
      {t("pay.nothing-held")}
    </Banner>
  );
}

/** The order will not be paid here, or our own server would not go on. */
function Refused({ error, checkout, ways }: { error: unknown; checkout: Checkout; ways: WayActions }) {
  const { start: onRetry } = checkout;
  const problem = problemOfError(error);
  if (isProblem(error, "payments.paying-elsewhere"))
    return (
      <Suspense fallback={<ScriptLoading offline={false} ways={ways} />}>
        <BegunElsewhere checkout={checkout} error={error} />
      </Suspense>
    );
  if (!problem) return <RefusalNote error={error} onRetry={onRetry} />;
  const offered = { "sign-in": () => void beginLogin(), ...ways, retry: onRetry };
  if (problem.code === "rate.limited")
    return <WaitNote seconds={Number(problem.facts?.["n"])} ways={offered} />;
  return <ProblemNote {...problem} ways={offered} />;
}
