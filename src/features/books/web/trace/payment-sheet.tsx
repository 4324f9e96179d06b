import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { isZero } from "#kernel/money.ts";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useKept } from "#web/confirm/kept.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useMe } from "#features/accounts/web/public-parts.ts";
import type { SentLink } from "#features/debts/contract/receivables.ts";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";
import type { Finding, Fix } from "../../contract/findings.ts";
import { type PaymentTrace, traceApi } from "../../contract/trace.ts";
import { FixDialog } from "../findings/fix-dialog.tsx";
import { ReceivedDialog } from "../owing/received-dialog.tsx";
import { SurchargeAnswer, SurchargeDialog } from "../owing/surcharge-dialog.tsx";
import { TraceOwed } from "../owing/trace-owed.tsx";
import { RefundActDialog, type RefundAct } from "../refunds/refund-act-dialog.tsx";
import { RefundAnswer } from "../refunds/refund-answer.tsx";
import { RefundDialog } from "../refunds/refund-dialog.tsx";
import { useMoneyAgain } from "../use-money-again.ts";
import type { Traced } from "../money/money-columns.tsx";
import { TraceFacts } from "./trace-facts.tsx";
import { TraceFindings, TraceBooks, TraceDisputes, TraceReceipts, TraceRefunds } from "./trace-lists.tsx";

type Asked =
  | { readonly what: PaymentAct }
  | { readonly what: "fix"; finding: Finding; fix: Fix }
  | { readonly what: "act"; refund: Refund; act: RefundAct };

/** Everything that is known of one payment, and the way to give it back; its order's number heads it before the rest is read. */
export function PaymentSheet({ id, number, onClose }: Traced & { onClose: () => void }) {
  const t = useWords("money");
  const [asked, setAsked] = useKept<Asked | undefined>("money.asked", undefined);
  const [answer, setAnswer] = useState<ReactNode>();
  const read = useQuery({
    queryKey: ["payments", "trace", id],
    queryFn: ({ signal }) => call(traceApi.readTrace, { id }, { signal }),
    // Another person may act on it meanwhile.
    refetchInterval: READ_EVERY.everyMs,
  });
  const trace = read.data;
  const actions = usePaymentActions(trace);
  const Unread = trace ? RefusalNote : ProblemMessage;
  return (
    <>
      <Sheet
        open
        onClose={onClose}
        title={t("trace.open", { number })}
        {...(actions && {
          actions: <SheetActions actions={actions} onAsk={(what) => setAsked({ what })} />,
        })}
      >
        <div className="stack gap-4">
          {read.isPending && <Skeleton look="rows" lines={6} />}
          {read.isError && <Unread error={read.error} onRetry={() => void read.refetch()} />}
          {answer}
          {trace && <Trace trace={trace} onAsk={setAsked} />}
        </div>
      </Sheet>
      {asked && trace && (
        <AskedDialog asked={asked} trace={trace} onClose={() => setAsked(undefined)} onAnswer={setAnswer} />
      )}
    </>
  );
}

interface AskedDialogProps {
  asked: Asked;
  trace: PaymentTrace;
  onClose: () => void;
  onAnswer: (answer: ReactNode) => void;
}

function AskedDialog({ asked, trace, onClose, onAnswer }: AskedDialogProps) {
  const look = useMoneyAgain(onClose);
  const { payment } = trace;
  const answered = (answer: ReactNode) => {
    onAnswer(answer);
    look();
  };
  const refunded = (refund: Refund) =>
    answered(<RefundAnswer key={`${refund.id} ${refund.state}`} refund={refund} />);
  const surcharged = (sent: SentLink) => answered(<SurchargeAnswer key={sent.address} sent={sent} />);
  const asking = { trace, onClose, onLook: look, onAsked: refunded };
  switch (asked.what) {
    case "act":
      return <RefundActDialog {...asked} onClose={onClose} onActed={refunded} />;
    case "fix":
      return <FixDialog {...asked} onClose={onClose} />;
    case "received":
      return <ReceivedDialog payment={payment} onClose={onClose} />;
    case "surcharge":
      return <SurchargeDialog payment={payment} onClose={onClose} onLook={look} onAsked={surcharged} />;
    case "refund":
    case "release":
      return <RefundDialog {...asking} act={asked.what} />;
  }
}

function Trace({ trace, onAsk }: { trace: PaymentTrace; onAsk: (asked: Asked) => void }) {
  return (
    <>
      <TraceFindings
        findings={trace.findings}
        onFix={(finding, fix) => onAsk({ what: "fix", finding, fix })}
      />
      <TraceFacts trace={trace} />
      <TraceOwed payment={trace.payment} />
      <TraceRefunds trace={trace} onAct={(refund, act) => onAsk({ what: "act", refund, act })} />
      <TraceDisputes trace={trace} />
      <TraceReceipts trace={trace} />
      <TraceBooks trace={trace} />
    </>
  );
}

type Giving = "refund" | "release" | "received";
type PaymentAct = Giving | "surcharge";
interface PaymentActions {
  readonly gives: Giving | undefined;
  readonly asksMore: boolean;
}

/** Acts on a payment that its reader may do now; undefined where there are none. */
function usePaymentActions(trace: PaymentTrace | undefined): PaymentActions | undefined {
  const me = useMe();
  const takesCards = useTakesCards();
  if (!trace) return undefined;
  const gives = me.may("money:refund") ? mayGive(trace) : undefined;
  const asksMore = takesCards && trace.payment.deliveryId !== null && me.may("money:ask");
  return gives !== undefined || asksMore ? { gives, asksMore } : undefined;
}

/**
 * Source of a refund now: the captured amount, or the hold, unless that waits for a second person. Amounts owed
 * without a card can be recorded as received.
 */
function mayGive({
  payment: { way, receivable },
  remaining,
  held,
  refunds,
}: PaymentTrace): Giving | undefined {
  if (way !== null) return !receivable || isZero(receivable.outstanding) ? undefined : "received";
  if (!isZero(remaining)) return "refund";
  return isZero(held) || refunds.some(({ state }) => state === "release-waiting") ? undefined : "release";
}

interface SheetActionsProps {
  readonly actions: PaymentActions;
  readonly onAsk: (what: PaymentAct) => void;
}

function SheetActions({ actions: { gives, asksMore }, onAsk }: SheetActionsProps) {
  const t = useWords("money");
  const due = useWords("owed");
  const names = { refund: t("refund.do"), release: t("release.do"), received: due("office.do") };
  return (
    <>
      {asksMore && (
        <Button icon="add" onClick={() => onAsk("surcharge")}>
          {t("surcharge.do")}
        </Button>
      )}
      {gives && (
        <Button
          variant={gives === "release" ? "outlined" : "filled"}
          icon={gives === "received" ? "check" : "undo"}
          onClick={() => onAsk(gives)}
        >
          {names[gives]}
        </Button>
      )}
    </>
  );
}
