import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isZero } from "#kernel/money.ts";
import { call } from "#web/api/call.ts";
import { ProblemFace, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Sheet } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Refund } from "../contract/refunds.ts";
import { type PaymentTrace, traceApi } from "../contract/trace.ts";
import { RefundActDialog } from "./refund-act-dialog.tsx";
import type { OnAct, RefundAct } from "./refund-acts.tsx";
import { RefundAnswer } from "./refund-answer.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { TraceBooks } from "./trace-books.tsx";
import { TraceDisputes } from "./trace-disputes.tsx";
import { TraceFacts } from "./trace-facts.tsx";
import { TraceReceipts } from "./trace-receipts.tsx";
import { TraceRefunds } from "./trace-refunds.tsx";
import { useMe } from "./use-me.ts";
import { useMoneyAgain } from "./use-money-again.ts";

interface PaymentSheetProps {
  id: string;
  /** Its order's, to head the sheet while the rest is on its way. */
  number: string;
  onClose: () => void;
}

type Asked = { readonly what: "refund" } | { readonly what: "act"; refund: Refund; act: RefundAct };

/** Everything that is known of one payment, and the way to give it back. */
export function PaymentSheet({ id, number, onClose }: PaymentSheetProps) {
  const t = useWords("money");
  const me = useMe();
  const [asked, setAsked] = useState<Asked>();
  const [answer, setAnswer] = useState<Refund>();
  const read = useTrace(id);
  const trace = read.data;
  const mayRefund = trace && !isZero(trace.remaining) && me.may("money:refund");
  return (
    <>
      <Sheet
        open
        onClose={onClose}
        title={t("trace.open", { number })}
        {...(mayRefund && {
          actions: (
            <Button variant="filled" icon="undo" onClick={() => setAsked({ what: "refund" })}>
              {t("refund.do")}
            </Button>
          ),
        })}
      >
        <div className="stack gap-4">
          <ReadFaces read={read} />
          {answer && <RefundAnswer key={`${answer.id} ${answer.state}`} refund={answer} />}
          {trace && <Trace trace={trace} onAct={(refund, act) => setAsked({ what: "act", refund, act })} />}
        </div>
      </Sheet>
      {asked && trace && (
        <AskedDialog asked={asked} trace={trace} onClose={() => setAsked(undefined)} onAnswer={setAnswer} />
      )}
    </>
  );
}

const useTrace = (id: string) =>
  useQuery({
    queryKey: ["payments", "trace", id],
    queryFn: ({ signal }) => call(traceApi.readTrace, { id }, { signal }),
  });

/** While the payment is being read, and where that fails; what was read before stays. */
function ReadFaces({ read }: { read: ReturnType<typeof useTrace> }) {
  const again = () => void read.refetch();
  if (read.isPending) return <Skeleton look="rows" lines={6} />;
  if (!read.isError) return null;
  return read.data ? (
    <RefusalNote error={read.error} onRetry={again} />
  ) : (
    <ProblemFace error={read.error} onRetry={again} />
  );
}

interface AskedDialogProps {
  asked: Asked;
  trace: PaymentTrace;
  onClose: () => void;
  onAnswer: (refund: Refund) => void;
}

/** The dialog above the sheet. */
function AskedDialog({ asked, trace, onClose, onAnswer }: AskedDialogProps) {
  const readAgain = useMoneyAgain();
  const look = () => {
    readAgain();
    onClose();
  };
  if (asked.what === "act") return <RefundActDialog {...asked} onClose={onClose} onActed={onAnswer} />;
  return (
    <RefundDialog
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

function Trace({ trace, onAct }: { trace: PaymentTrace; onAct: OnAct }) {
  return (
    <>
      <TraceFacts trace={trace} />
      <TraceRefunds refunds={trace.refunds} onAct={onAct} />
      <TraceDisputes disputes={trace.disputes} deliveryId={trace.payment.deliveryId} />
      <TraceReceipts orderId={trace.payment.orderId} />
      <TraceBooks trace={trace} />
    </>
  );
}
