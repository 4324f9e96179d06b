import "../words.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ProblemNote, READ_EVERY } from "#features/payments/web/public-parts.ts";
import { GiveBack } from "./give-back.tsx";
import { ReceivableFacts } from "./receivable-facts.tsx";
import { SendLink } from "./send-link.tsx";
import { type OrderProps, type Unpaid, useReceivables } from "./use-receivables.ts";

/** For dispatch: how an order is paid, what of it is not, and the way to ask its sender once more. */
export function OwedPanel(props: OrderProps) {
  const t = useWords("owed");
  const { number, byWay, unpaid, isPending, error, again } = useReceivables(props, READ_EVERY.everyMs);
  if (isPending) return <Skeleton lines={2} />;
  if (error) return <RefusalNote error={error} onRetry={again} />;
  return (
    <div className="stack gap-3">
      {byWay.length === 0 && <p>{t("by-card")}</p>}
      {byWay.map((one) => (
        <div key={one.paymentId} className="stack gap-3">
          <ReceivableFacts receivable={one} number={number} />
          {one.giveBack && one.paymentId !== null && (
            <GiveBack paymentId={one.paymentId} amount={one.giveBack} onLook={again} />
          )}
        </div>
      ))}
      {unpaid && <NotPaid unpaid={unpaid} />}
      {(byWay.length === 0 || unpaid) && (
        <SendLink orderId={props.orderId} isOwed={unpaid !== undefined} onDone={again} />
      )}
    </div>
  );
}

function NotPaid({ unpaid: { kind, outstanding } }: { readonly unpaid: Unpaid }) {
  const t = useWords("owed");
  const amount = useFormat().money(outstanding);
  return kind === "surcharge" ? (
    <Banner tone="warning">{t("owed.surcharge", { amount })}</Banner>
  ) : (
    <ProblemNote code="hold.lost" facts={{ amount }} />
  );
}
