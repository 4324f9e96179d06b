import { isZero } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import type { PaymentTrace } from "../../contract/trace.ts";
import { useMe } from "#features/accounts/web/public-parts.ts";

type Giving = "refund" | "release" | "received";
export type PaymentAct = Giving | "surcharge";
export interface PaymentActions {
  readonly gives: Giving | undefined;
  readonly asksMore: boolean;
}

/** Acts on a payment that its reader may do now; undefined where there are none. */
export function usePaymentActions(trace: PaymentTrace | undefined): PaymentActions | undefined {
  const me = useMe();
  const takesCards = useTakesCards();
  if (!trace) return undefined;
  const gives = me.may("money:refund") ? mayGive(trace) : undefined;
  const asksMore = takesCards && trace.payment.deliveryId !== null && me.may("money:ask");
  return gives !== undefined || asksMore ? { gives, asksMore } : undefined;
}

/**
 * Source of a refund now: the captured amount, or the hold, unless that waits for a second person. Amounts owed
 * without a card can be recorded as received.
 */
function mayGive({
  payment: { way, receivable },
  remaining,
  held,
  refunds,
}: PaymentTrace): Giving | undefined {
  if (way !== null) return !receivable || isZero(receivable.outstanding) ? undefined : "received";
  if (!isZero(remaining)) return "refund";
  return isZero(held) || refunds.some(({ state }) => state === "release-waiting") ? undefined : "release";
}

interface SheetActionsProps {
  readonly actions: PaymentActions;
  readonly onAsk: (what: PaymentAct) => void;
}

export function SheetActions({ actions: { gives, asksMore }, onAsk }: SheetActionsProps) {
  const t = useWords("money");
  const due = useWords("owed");
  const names = { refund: t("refund.do"), release: t("release.do"), received: due("office.do") };
  return (
    <>
      {asksMore && (
        <Button icon="add" onClick={() => onAsk("surcharge")}>
          {t("surcharge.do")}
        </Button>
      )}
      {gives && (
        <Button
          variant={gives === "release" ? "outlined" : "filled"}
          icon={gives === "received" ? "check" : "undo"}
          onClick={() => onAsk(gives)}
        >
          {names[gives]}
        </Button>
      )}
    </>
  );
}
