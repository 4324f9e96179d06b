import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { Payment } from "#features/payments/contract/api.ts";
import { ProblemNote, READ_EVERY } from "#features/payments/web/public-parts.ts";
import { SendLink } from "./send-link.tsx";
import { useUnpaid } from "./use-unpaid.ts";

/** For dispatch: what of an order is not paid, and the way to ask its sender once more. */
export function OwedPanel({ orderId }: { readonly orderId: string }) {
  const { payment, error, again } = useUnpaid(orderId, {}, READ_EVERY.everyMs);
  if (error && !isProblem(error, "payments.none")) return <RefusalNote error={error} onRetry={again} />;
  return (
    <>
      {payment && <NotPaid payment={payment} />}
      <SendLink orderId={orderId} isOwed={payment !== undefined} onDone={again} />
    </>
  );
}

function NotPaid({ payment }: { readonly payment: Payment }) {
  const t = useWords("owed");
  const amount = useFormat().money(payment.amount);
  return payment.purpose === "surcharge" ? (
    <Banner tone="warning">{t("owed.surcharge", { amount })}</Banner>
  ) : (
    <ProblemNote code="hold.lost" facts={{ amount }} />
  );
}
