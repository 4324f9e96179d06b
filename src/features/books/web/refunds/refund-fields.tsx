import type { Money } from "#kernel/money.ts";
import { FormSelect } from "#web/forms/fields.tsx";
import type { Form } from "#web/forms/use-form.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { REFUND_REASONS } from "#features/payments/domain/refund.ts";
import type { RefundText, RefundWish } from "./refund-text.ts";

export type RefundForm = Form<RefundText, RefundWish>;
export const NOTE_MAX = 500;

/** Reason for a refund or a release. */
export function ReasonField({ form }: { form: RefundForm }) {
  const t = useWords("money");
  return (
    <FormSelect
      form={form}
      name="reason"
      label={t("refund.reason")}
      placeholder={t("refund.choose")}
      options={REFUND_REASONS.map((value) => ({ value, label: t(`refund.reason.${value}`) }))}
      required
    />
  );
}

/** Says before it is sent that this much needs a second person. */
export function SecondNote({ minor, alone }: { minor: number; alone: Money }) {
  const t = useWords("money");
  const f = useFormat();
  if (minor <= alone.minor) return null;
  return (
    <Banner tone="warning" icon="people">
      {t("refund.needs-second", { amount: f.money(alone) })}
    </Banner>
  );
}
