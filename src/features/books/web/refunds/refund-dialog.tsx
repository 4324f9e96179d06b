import { useState, useSyncExternalStore } from "react";
import { money } from "#kernel/money.ts";
import type { Money } from "#kernel/money.ts";
import { newId } from "#web/api/new-id.ts";
import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { FormArea, FormText } from "#web/forms/fields.tsx";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { useForm, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { ProblemNote } from "#features/payments/web/public-parts.ts";
import { NOTE_MAX, ReasonField, type RefundForm, SecondNote } from "./refund-fields.tsx";
import { amountText, readAmount, refundSchema, type RefundText, type RefundWish } from "./refund-text.ts";

interface RefundDialogProps {
  trace: PaymentTrace;
  onClose: () => void;
  /** Closes and reads the payment anew. */
  onLook: () => void;
  onAsked: (refund: Refund) => void;
}

/** How much goes back to the card and why. Each opening is one request, however often it is sent. */
export function RefundDialog({ trace, onClose, onLook, onAsked }: RefundDialogProps) {
  const t = useWords("money");
  const room = useWords("payments");
  const f = useFormat();
  const { payment, remaining, alone } = trace;
  const [id] = useState(newId);
  const mark = f.number(1.5).replace(/\d/g, "");
  const ask = useCommand(refundsApi.askRefund, { onDone: onAsked });
  const form = useForm<RefundText, RefundWish>({
    schema: refundSchema(remaining),
    initial: { amount: amountText(remaining, mark), reason: "", note: "" },
    onSubmit: async (wish) => {
      await ask.mutateAsync({ ...wish, paymentId: payment.id, id });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t("refund.title", { number: payment.orderNumber })}
      does={t("refund.ask")}
      onClose={onClose}
      problem={
        <Problem
          form={form}
          onLook={onLook}
          onTake={(left) => {
            form.set("amount", amountText(left, mark));
            form.setProblem(undefined);
          }}
        />
      }
    >
      <FormText
        form={form}
        name="amount"
        label={t("money.amount")}
        hint={room("problem.refund-exceeds", { amount: f.money(remaining) })}
        inputMode="decimal"
        suffix={remaining.currency}
        autoComplete="off"
        required
      />
      <ReasonField form={form} />
      <FormArea form={form} name="note" label={t("refund.note")} maxLength={NOTE_MAX} rows={2} />
      <TypedNote form={form} alone={alone} />
    </FormDialog>
  );
}

function TypedNote({ form, alone }: { form: RefundForm; alone: Money }) {
  return <SecondNote minor={readAmount(useValue(form, "amount"), alone.currency) ?? 0} alone={alone} />;
}

interface ProblemProps {
  form: RefundForm;
  onLook: () => void;
  /** Asks for this much instead. */
  onTake: (left: Money) => void;
}

/** Refusal of the server: the refundable rest where it was too much, otherwise its sentence and a fresh read. */
function Problem({ form, onLook, onTake }: ProblemProps) {
  const t = useWords("money");
  const f = useFormat();
  const problem = useSyncExternalStore(form.subscribe, form.problem);
  const left = leftOf(problem);
  if (left)
    return (
      <div className="stack gap-3">
        <ProblemNote code="refund.exceeds" facts={{ amount: f.money(left) }} />
        <div className="row gap-2">
          {left.minor > 0 && (
            <Button variant="outlined" onClick={() => onTake(left)}>
              {t("refund.take", { amount: f.money(left) })}
            </Button>
          )}
          <Button variant="text" onClick={onLook}>
            {t("refund.look")}
          </Button>
        </div>
      </div>
    );
  const isSettled = isProblem(problem) && problem.status >= 400 && problem.status < 500;
  return (
    <RefusalNote
      error={problem}
      action={
        isSettled && (
          <Button variant="text" onClick={onLook}>
            {t("refund.look")}
          </Button>
        )
      }
    />
  );
}

function leftOf(problem: unknown): Money | undefined {
  if (!isProblem(problem, "payments.refund-exceeds")) return undefined;
  const { remainingMinor, currency } = problem.facts;
  return typeof remainingMinor === "number" && typeof currency === "string"
    ? money(remainingMinor, currency)
    : undefined;
}
