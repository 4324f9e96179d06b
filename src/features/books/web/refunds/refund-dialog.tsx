import { type Money, money } from "#kernel/money.ts";
import { isProblem } from "#web/api/problem.ts";
import { useKeptForm, useKeptId } from "#web/confirm/kept.ts";
import { useGuarded } from "#web/confirm/use-guarded.ts";
import { FormDialog } from "#web/forms/form-dialog.tsx";
import { type Form, useValue } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { LookButton, RefusedNote } from "#features/debts/web/public-parts.ts";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import { REFUND_REASONS } from "#features/payments/domain/refund.ts";
import { ProblemNote } from "#features/payments/web/public-parts.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { AmountField, ReasonFields } from "./request-fields.tsx";
import { amountText, readAmount, requestSchema, type RequestText, type RequestWish } from "./request-text.ts";

interface RefundDialogProps {
  trace: PaymentTrace;
  act: "refund" | "release";
  onClose: () => void;
  onLook: () => void;
  onAsked: (refund: Refund) => void;
}

type RefundForm = Form<RequestText, RequestWish<(typeof REFUND_REASONS)[number]>>;

/** How much goes back to the card, or that its whole hold does, and why. Each opening is one request. */
export function RefundDialog({ trace, act, onClose, onLook, onAsked }: RefundDialogProps) {
  const t = useWords("money");
  const room = useWords("payments");
  const f = useFormat();
  const { payment, remaining, held, alone } = trace;
  const mark = f.number(1.5).replace(/\d/g, "");
  const form = useRefundForm(payment.id, act === "refund" ? remaining : held, mark, onAsked);
  const take = (left: Money) => {
    form.set("amount", amountText(left, mark));
    form.setProblem(undefined);
  };
  return (
    <FormDialog
      form={form}
      title={t(act === "refund" ? "refund.title" : "release.title", { number: payment.orderNumber })}
      does={t(act === "refund" ? "refund.ask" : "release.ask")}
      onClose={onClose}
      renderProblem={(error) => <Refused error={error} onLook={onLook} onTake={take} />}
    >
      {act === "refund" ? (
        <AmountField
          form={form}
          currency={remaining.currency}
          hint={room("problem.refund-exceeds", { amount: f.money(remaining) })}
        />
      ) : (
        <p>{t("release.text", { amount: f.money(held) })}</p>
      )}
      <RefundFields form={form} alone={alone} />
    </FormDialog>
  );
}

function useRefundForm(
  paymentId: string,
  whole: Money,
  mark: string,
  onDone: (refund: Refund) => void,
): RefundForm {
  const id = useKeptId(`refund.id ${paymentId}`);
  const ask = useGuarded(refundsApi.askRefund, { onDone });
  return useKeptForm(`refund ${paymentId}`, {
    schema: requestSchema({ reasons: REFUND_REASONS, currency: whole.currency, most: whole.minor }),
    initial: { amount: amountText(whole, mark), reason: "", note: "" },
    onSubmit: async (wish) => {
      await ask.mutateAsync({ ...wish, paymentId, id });
    },
  });
}

/** Why it is refunded; above the limit it says before it is sent that a second person must agree. */
function RefundFields({ form, alone }: { form: RefundForm; alone: Money }) {
  const t = useWords("money");
  const f = useFormat();
  const minor = readAmount(useValue(form, "amount"), alone.currency) ?? 0;
  return (
    <>
      <ReasonFields
        form={form}
        reasons={REFUND_REASONS.map((value) => ({ value, label: t(`refund.reason.${value}`) }))}
        note={t("refund.note")}
      />
      {minor > alone.minor && (
        <Banner tone="warning" icon="people">
          {t("refund.needs-second", { amount: f.money(alone) })}
        </Banner>
      )}
    </>
  );
}

interface RefusedProps {
  error: unknown;
  onLook: () => void;
  onTake: (left: Money) => void;
}

/** Refusal of the server: the refundable rest where it was too much, otherwise its sentence and a fresh read. */
function Refused({ error, onLook, onTake }: RefusedProps) {
  const t = useWords("money");
  const f = useFormat();
  const left = leftOf(error);
  if (!left) return <RefusedNote error={error} onLook={onLook} />;
  return (
    <div className="stack gap-3">
      <ProblemNote code="refund.exceeds" facts={{ amount: f.money(left) }} />
      <div className="row gap-2">
        {left.minor > 0 && (
          <Button variant="outlined" onClick={() => onTake(left)}>
            {t("refund.take", { amount: f.money(left) })}
          </Button>
        )}
        <LookButton onLook={onLook} />
      </div>
    </div>
  );
}

function leftOf(problem: unknown): Money | undefined {
  if (!isProblem(problem, "payments.refund-exceeds")) return undefined;
  const { remainingMinor, currency } = problem.facts;
  return typeof remainingMinor === "number" && typeof currency === "string"
    ? money(remainingMinor, currency)
    : undefined;
}
