import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Sheet } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { SentLink } from "#features/debts/contract/owed.ts";
import type { Finding, Fix } from "../../contract/findings.ts";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { type PaymentTrace, traceApi } from "../../contract/trace.ts";
import { ReceivedDialog } from "../owing/received-dialog.tsx";
import { SurchargeAnswer } from "../owing/surcharge-answer.tsx";
import { SurchargeDialog } from "../owing/surcharge-dialog.tsx";
import { TraceOwed } from "../owing/trace-owed.tsx";
import { FixDialog } from "../findings/fix-dialog.tsx";
import { RefundActDialog } from "../refunds/refund-act-dialog.tsx";
import type { RefundAct } from "../refunds/refund-acts.tsx";
import { RefundAnswer } from "../refunds/refund-answer.tsx";
import { RefundDialog } from "../refunds/refund-dialog.tsx";
import { ReleaseDialog } from "../refunds/release-dialog.tsx";
import { SheetActions, usePaymentActions } from "./sheet-actions.tsx";
import { TraceBooks } from "./trace-books.tsx";
import { TraceDisputes } from "./trace-disputes.tsx";
import { TraceFacts } from "./trace-facts.tsx";
import { TraceFindings } from "./trace-findings.tsx";
import { TraceReceipts } from "./trace-receipts.tsx";
import { TraceRefunds } from "./trace-refunds.tsx";
import { useMoneyAgain } from "../use-money-again.ts";
import { READ_EVERY } from "#features/payments/web/public-parts.ts";

interface PaymentSheetProps {
  id: string;
  /** Its order's, to head the sheet while the rest is on its way. */
  number: string;
  onClose: () => void;
}

type Asked =
  | { readonly what: "refund" | "release" }
  | { readonly what: "fix"; finding: Finding; fix: Fix }
  | { readonly what: "received" | "surcharge" }
  | { readonly what: "act"; refund: Refund; act: RefundAct };

/** Everything that is known of one payment, and the way to give it back. */
export function PaymentSheet({ id, number, onClose }: PaymentSheetProps) {
  const t = useWords("money");
  const [asked, setAsked] = useState<Asked>();
  const [answer, setAnswer] = useState<Refund>();
  const [surcharge, setSurcharge] = useState<SentLink>();
  const read = useTrace(id);
  const trace = read.data;
  const actions = usePaymentActions(trace);
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
          <ReadMessages read={read} />
          {answer && <RefundAnswer key={`${answer.id} ${answer.state}`} refund={answer} />}
          {surcharge && <SurchargeAnswer sent={surcharge} />}
          {trace && <Trace trace={trace} onAsk={setAsked} />}
        </div>
      </Sheet>
      {asked && trace && (
        <AskedDialog
          asked={asked}
          trace={trace}
          onClose={() => setAsked(undefined)}
          onAnswer={setAnswer}
          onSurcharge={setSurcharge}
        />
      )}
    </>
  );
}

const useTrace = (id: string) =>
  useQuery({
    queryKey: ["payments", "trace", id],
    queryFn: ({ signal }) => call(traceApi.readTrace, { id }, { signal }),
    // Another person may act on it meanwhile.
    refetchInterval: READ_EVERY.everyMs,
  });

/** While the payment is being read, and where that fails; what was read before stays. */
function ReadMessages({ read }: { read: ReturnType<typeof useTrace> }) {
  const again = () => void read.refetch();
  if (read.isPending) return <Skeleton look="rows" lines={6} />;
  if (!read.isError) return null;
  return read.data ? (
    <RefusalNote error={read.error} onRetry={again} />
  ) : (
    <ProblemMessage error={read.error} onRetry={again} />
  );
}

interface AskedDialogProps {
  asked: Asked;
  trace: PaymentTrace;
  onClose: () => void;
  onAnswer: (refund: Refund) => void;
  onSurcharge: (sent: SentLink) => void;
}

/** The dialog above the sheet. */
function AskedDialog({ asked, trace, onClose, onAnswer, onSurcharge }: AskedDialogProps) {
  const readAgain = useMoneyAgain();
  const look = () => {
    readAgain();
    onClose();
  };
  if (asked.what === "act") return <RefundActDialog {...asked} onClose={onClose} onActed={onAnswer} />;
  if (asked.what === "fix") return <FixDialog {...asked} onClose={onClose} />;
  const { payment } = trace;
  if (asked.what === "received")
    return payment.owed && <ReceivedDialog payment={payment} owed={payment.owed} onClose={onClose} />;
  if (asked.what === "surcharge")
    return (
      <SurchargeDialog
        payment={payment}
        onClose={onClose}
        onLook={look}
        onAsked={(sent) => {
          onSurcharge(sent);
          look();
        }}
      />
    );
  const AskDialog = asked.what === "release" ? ReleaseDialog : RefundDialog;
  return (
    <AskDialog
      trace={trace}
      onClose={onClose}
      onLook={look}
      onAsked={(refund) => {
        onAnswer(refund);
        look();
      }}
    />
  );
}

function Trace({ trace, onAsk }: { trace: PaymentTrace; onAsk: (asked: Asked) => void }) {
  return (
    <>
      <TraceFindings
        findings={trace.findings}
        onFix={(finding, fix) => onAsk({ what: "fix", finding, fix })}
      />
      <TraceFacts trace={trace} />
      <TraceOwed trace={trace} />
      <TraceRefunds refunds={trace.refunds} onAct={(refund, act) => onAsk({ what: "act", refund, act })} />
      <TraceDisputes disputes={trace.disputes} deliveryId={trace.payment.deliveryId} />
      <TraceReceipts orderId={trace.payment.orderId} />
      <TraceBooks trace={trace} />
    </>
  );
}
