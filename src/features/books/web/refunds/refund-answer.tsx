import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { TakesFocus } from "#web/forms/takes-focus.tsx";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { ProblemNote } from "#features/payments/web/public-parts.ts";

const TONE = {
  waiting: "warning",
  "release-waiting": "warning",
  "cash-waiting": "warning",
  sending: "info",
  refused: "trouble",
  succeeded: "done",
} as const;

const isAnswered = (state: Refund["state"]): state is keyof typeof TONE => state in TONE;

export function RefundAnswer({ refund }: { refund: Refund }) {
  return (
    <TakesFocus>
      <Answer refund={refund} />
    </TakesFocus>
  );
}

function Answer({ refund: { state, amount: money } }: { refund: Refund }) {
  const t = useWords("money");
  const amount = useFormat().money(money);
  if (state === "pending" || state === "failed")
    return <ProblemNote code={`refund.${state}`} facts={{ amount }} />;
  if (isAnswered(state))
    return (
      <Banner tone={TONE[state]} urgent>
        {t(`refund.answer.${state}`, { amount })}
      </Banner>
    );
  return <Banner urgent>{t("refund.acted", { amount, state: t(`refund.state.${state}`) })}</Banner>;
}
