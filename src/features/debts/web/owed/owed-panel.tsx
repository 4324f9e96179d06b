import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import type { Payment } from "#features/payments/contract/api.ts";
import { owedApi } from "../../contract/owed.ts";
import { ProblemNote, READ_EVERY } from "#features/payments/web/public-parts.ts";
import { RefusedNote } from "./refused-note.tsx";
import { LinkSent, SendLink } from "./send-link.tsx";
import { useUnpaid } from "./use-unpaid.ts";

/** For dispatch: what of an order is not paid, and the way to ask its sender once more. */
export function OwedPanel({ orderId }: { readonly orderId: string }) {
  const { payment, error, again } = useUnpaid(orderId, {}, READ_EVERY.everyMs);
  const send = useCommand(owedApi.sendPayLink, { onDone: again });
  if (error && !isProblem(error, "payments.none")) return <RefusalNote error={error} onRetry={again} />;
  return (
    <>
      {payment && <NotPaid payment={payment} />}
      {send.data && <LinkSent sent={send.data} />}
      <RefusedNote
        error={send.error}
        onLook={() => {
          send.reset();
          again();
        }}
      />
      {payment && (
        <div className="row gap-2">
          <SendLink isBusy={send.isPending} onSend={() => send.mutate({ id: orderId })} />
        </div>
      )}
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
