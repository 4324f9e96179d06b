import { useState, useSyncExternalStore } from "react";
import { newId } from "#web/api/new-id.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormArea } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { NOTE_MAX, ReasonField, SecondNote } from "./refund-fields.tsx";
import { amountText, refundSchema, type RefundText, type RefundWish } from "./refund-text.ts";

interface ReleaseDialogProps {
  trace: PaymentTrace;
  onClose: () => void;
  /** Closes and reads the payment anew. */
  onLook: () => void;
  onAsked: (refund: Refund) => void;
}

/** Releases a card's hold, with a reason. Each opening is one request, however often it is sent. */
export function ReleaseDialog({ trace, onClose, onLook, onAsked }: ReleaseDialogProps) {
  const t = useWords("money");
  const f = useFormat();
  const { payment, held, alone } = trace;
  const [id] = useState(newId);
  const ask = useCommand(refundsApi.askRefund, { onDone: onAsked });
  const form = useForm<RefundText, RefundWish>({
    schema: refundSchema(held),
    initial: { amount: amountText(held, "."), reason: "", note: "" },
    onSubmit: async (wish) => {
      await ask.mutateAsync({ ...wish, paymentId: payment.id, id });
    },
  });
  const problem = useSyncExternalStore(form.subscribe, form.problem);
  return (
    <FormDialog
      form={form}
      title={t("release.title", { number: payment.orderNumber })}
      does={t("release.ask")}
      onClose={onClose}
      problem={
        <RefusalNote
          error={problem}
          action={
            <Button variant="text" onClick={onLook}>
              {t("refund.look")}
            </Button>
          }
        />
      }
    >
      <p>{t("release.text", { amount: f.money(held) })}</p>
      <ReasonField form={form} />
      <FormArea form={form} name="note" label={t("refund.note")} maxLength={NOTE_MAX} rows={2} />
      <SecondNote minor={held.minor} alone={alone} />
    </FormDialog>
  );
}
