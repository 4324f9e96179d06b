import { isZero } from "#kernel/money.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/list.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { owedApi } from "#features/debts/contract/owed.ts";
import { RefusedNote, SendLink, useMe } from "#features/debts/web/public-parts.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { TracePart } from "../trace/trace-part.tsx";
import { useMoneyAgain } from "../use-money-again.ts";

/** Receivable of a lost hold, with the acts on it: the link again, or a write-off. */
export function TraceOwed({ trace: { payment, owed } }: { readonly trace: PaymentTrace }) {
  const t = useWords("owed");
  const mayWriteOff = useMe().may("money:approve");
  const again = useMoneyAgain();
  const giveUp = useCommand(owedApi.writeOff, { onDone: again });
  const look = useMoneyAgain(giveUp.reset);
  if (owed === null) return null;
  const { outstanding, isGivingUp, isMine } = owed;
  const say = (agree: boolean) => giveUp.mutate({ id: payment.id, agree });
  return (
    <TracePart title={t("owed.title")}>
      <Facts>
        <MoneyFact name={t("owed.owed")} amount={owed.owed} />
        <MoneyFact name={t("owed.written-off")} amount={owed.writtenOff} unlessZero />
        <MoneyFact name={t("owed.outstanding")} amount={outstanding} strong />
      </Facts>
      {isGivingUp && <Banner>{t("owed.waiting")}</Banner>}
      <RefusedNote error={giveUp.error} onLook={look} />
      <SendLink orderId={payment.orderId} isOwed={!isZero(outstanding)} onDone={again}>
        {mayWriteOff && !(isGivingUp && isMine) && (
          <Button variant="outlined" loading={giveUp.isPending} onClick={() => say(true)}>
            {t(isGivingUp ? "owed.agree" : "owed.write-off")}
          </Button>
        )}
        {mayWriteOff && isGivingUp && (
          <Button variant="text" onClick={() => say(false)}>
            {t("owed.decline")}
          </Button>
        )}
      </SendLink>
    </TracePart>
  );
}
