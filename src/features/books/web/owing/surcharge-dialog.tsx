import { useState, useSyncExternalStore } from "react";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormArea, FormSelect, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { PaymentRow } from "../../contract/money.ts";
import { owedApi } from "#features/debts/contract/owed.ts";
import type { SentLink } from "#features/debts/contract/owed.ts";
import { SURCHARGE_REASONS } from "#features/payments/domain/purpose.ts";
import { NOTE_MAX } from "../refunds/refund-fields.tsx";
import { surchargeSchema, type SurchargeText, type SurchargeWish } from "./surcharge-text.ts";

interface SurchargeDialogProps {
  readonly payment: PaymentRow;
  readonly onClose: () => void;
  /** Closes and reads the payment anew. */
  readonly onLook: () => void;
  readonly onAsked: (sent: SentLink) => void;
}

/** Asks for a surcharge and its reason. Each opening is one request, however often it is sent. */
export function SurchargeDialog({ payment, onClose, onLook, onAsked }: SurchargeDialogProps) {
  const t = useWords("money");
  const [paymentId] = useState(newId);
  const { currency } = payment.amount;
  const ask = useCommand(owedApi.askSurcharge, { onDone: onAsked });
  const form = useForm<SurchargeText, SurchargeWish>({
    schema: surchargeSchema(currency),
    initial: { amount: "", reason: "", note: "" },
    onSubmit: async (wish) => {
      await ask.mutateAsync({ ...wish, id: payment.orderId, paymentId });
    },
  });
  const problem = useSyncExternalStore(form.subscribe, form.problem);
  return (
    <FormDialog
      form={form}
      title={t("surcharge.title", { number: payment.orderNumber })}
      does={t("surcharge.ask")}
      onClose={onClose}
      problem={<Refused problem={problem} onLook={onLook} />}
    >
      <p>{t("surcharge.text")}</p>
      <FormText
        form={form}
        name="amount"
        label={t("money.amount")}
        inputMode="decimal"
        suffix={currency}
        autoComplete="off"
        required
      />
      <FormSelect
        form={form}
        name="reason"
        label={t("refund.reason")}
        placeholder={t("refund.choose")}
        options={SURCHARGE_REASONS.map((value) => ({ value, label: t(`surcharge.reason.${value}`) }))}
        required
      />
      <FormArea
        form={form}
        name="note"
        label={t("surcharge.note")}
        hint={t("surcharge.note-hint")}
        maxLength={NOTE_MAX}
        rows={2}
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
function Refused({ problem, onLook }: { readonly problem: unknown; readonly onLook: () => void }) {
  const t = useWords("money");
  const says = isProblem(problem) ? saysOf(problem.code) : undefined;
  const isSettled = isProblem(problem) && problem.status >= 400 && problem.status < 500;
  const look = isSettled && says !== "surcharge.not-possible" && (
    <Button variant="text" onClick={onLook}>
      {t("refund.look")}
    </Button>
  );
  if (says === undefined) return <RefusalNote error={problem} action={look} />;
  return (
    <Banner tone="trouble" urgent actions={look}>
      {t(says)}
    </Banner>
  );
}
