import { isZero } from "#kernel/money.ts";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { Button } from "#web/ui/button.tsx";
import type { PaymentTrace } from "../../contract/trace.ts";
import { useMe } from "#features/payments/web/public-parts.ts";

type Giving = "refund" | "release" | "received";
export interface SheetDeeds {
  readonly gives: Giving | undefined;
  /** More than the price may be asked for. */
  readonly asksMore: boolean;
}

/** What whoever looks at a payment may do with it now; undefined where it is nothing. */
export function useSheetDeeds(trace: PaymentTrace | undefined): SheetDeeds | undefined {
  const me = useMe();
  const takesCards = useTakesCards();
  if (!trace) return undefined;
  const gives = me.may("money:refund") ? mayGive(trace) : undefined;
  const asksMore = takesCards && trace.payment.deliveryId !== null && me.may("money:ask");
  return gives !== undefined || asksMore ? { gives, asksMore } : undefined;
}

/**
 * What can be given back now: what was taken, or what is only held, unless that waits for a second person. What is owed
 * without a card can be written down as received.
 */
function mayGive({ payment: { way, owed }, remaining, held, refunds }: PaymentTrace): Giving | undefined {
  if (way !== null) return owed === null || isZero(owed) ? undefined : "received";
  if (!isZero(remaining)) return "refund";
  return isZero(held) || refunds.some(({ state }) => state === "release-waiting") ? undefined : "release";
}

interface SheetActionsProps {
  readonly deeds: SheetDeeds;
  readonly onAsk: (what: Giving | "surcharge") => void;
}

/** The buttons at the foot of a payment. */
export function SheetActions({ deeds: { gives, asksMore }, onAsk }: SheetActionsProps) {
  const t = useWords("money");
  const due = useWords("dues");
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
