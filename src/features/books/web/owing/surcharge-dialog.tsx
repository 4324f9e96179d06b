import { useState } from "react";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { TakesFocus } from "#web/forms/takes-focus.tsx";
import { receivablesApi, type SentLink } from "#features/debts/contract/receivables.ts";
import { LinkSent, LookButton, RefusedNote } from "#features/debts/web/public-parts.ts";
import { ASKED_REASONS } from "#features/payments/domain/purpose.ts";
import type { PaymentRow } from "../../contract/money.ts";
import { AmountField, ReasonFields } from "../refunds/request-fields.tsx";
import { requestSchema } from "../refunds/request-text.ts";

interface SurchargeDialogProps {
  readonly payment: PaymentRow;
  readonly onClose: () => void;
  readonly onLook: () => void;
  readonly onAsked: (sent: SentLink) => void;
}

/** Asks for a surcharge and its reason. Each opening is one request, however often it is sent. */
export function SurchargeDialog({ payment, onClose, onLook, onAsked }: SurchargeDialogProps) {
  const t = useWords("money");
  const [paymentId] = useState(newId);
  const { currency } = payment.amount;
  const ask = useCommand(receivablesApi.askSurcharge, { onDone: onAsked });
  const form = useForm({
    schema: requestSchema({ reasons: ASKED_REASONS, currency }),
    initial: { amount: "", reason: "", note: "" },
    onSubmit: async (wish) => {
      await ask.mutateAsync({ ...wish, id: payment.orderId, paymentId });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("surcharge.title", { number: payment.orderNumber })}
      does={t("surcharge.ask")}
      onClose={onClose}
      renderProblem={(error) => <Refused error={error} onLook={onLook} />}
    >
      <p>{t("surcharge.text")}</p>
      <AmountField form={form} currency={currency} />
      <ReasonFields
        form={form}
        reasons={ASKED_REASONS.map((value) => ({ value, label: t(`surcharge.reason.${value}`) }))}
        note={t("surcharge.note")}
        hint={t("surcharge.note-hint")}
      />
    </FormDialog>
  );
}

/** Refusals whose sentences elsewhere speak of a refund, or to whoever pays. */
const SAYS = {
  "deliveries.not-found": "surcharge.gone",
  "payments.order-closed": "surcharge.closed",
  "payments.amount-not-possible": "surcharge.not-possible",
  "payments.refund-conflict": "surcharge.conflict",
} as const;

const saysOf = (code: string) => Object.entries(SAYS).find(([known]) => known === code)?.[1];

/** Reason why the sender was not asked, with a fresh read where another amount cannot help. */
function Refused({ error, onLook }: { readonly error: unknown; readonly onLook: () => void }) {
  const t = useWords("money");
  const says = isProblem(error) ? saysOf(error.code) : undefined;
  if (says === undefined) return <RefusedNote error={error} onLook={onLook} />;
  return (
    <Banner
      tone="trouble"
      urgent
      actions={says === "surcharge.not-possible" ? undefined : <LookButton onLook={onLook} />}
    >
      {t(says)}
    </Banner>
  );
}

export function SurchargeAnswer({ sent }: { readonly sent: SentLink }) {
  const t = useWords("money");
  const f = useFormat();
  return (
    <TakesFocus>
      <p>{t("surcharge.asked", { amount: f.money(sent.amount) })}</p>
      <LinkSent sent={sent} />
    </TakesFocus>
  );
}
