import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { Refund } from "#features/payments/contract/refunds.ts";
import { WAITS_FOR_SECOND } from "#features/payments/domain/refund.ts";
import { useMe } from "#features/debts/web/public-parts.ts";

/** Acts on a refund. `bank`: paid by transfer; `nobody`: not owed. */
export type RefundAct = "agree" | "decline" | "bank" | "nobody";
export type OnAct = (refund: Refund, act: RefundAct) => void;

/** It is for a second person to decide. */
const isWaiting = ({ state }: Refund): boolean => WAITS_FOR_SECOND.has(state);

/** The buttons of a refund that waits or came back; whoever asked reads why another person must agree. */
export function RefundActs({ refund, onAct }: { refund: Refund; onAct: OnAct }) {
  const t = useWords("money");
  const me = useMe();
  const acts = actsOf(refund, me);
  if (isWaiting(refund) && acts.length === 0)
    return (
      <span className="quiet small">
        {me.id !== undefined && refund.askedBy?.id === me.id ? t("refund.yours") : t("refund.waits")}
      </span>
    );
  return (
    <span className="row gap-2">
      {acts.map((act) => (
        <Button key={act} onClick={() => onAct(refund, act)}>
          {t(`refund.act.${act}`)}
        </Button>
      ))}
    </span>
  );
}

function actsOf(refund: Refund, me: ReturnType<typeof useMe>): readonly RefundAct[] {
  const { state, askedBy } = refund;
  if (isWaiting(refund) && me.may("money:approve") && askedBy?.id !== me.id) return ["agree", "decline"];
  return state === "failed" && me.may("money:refund") ? ["bank", "nobody"] : [];
}
