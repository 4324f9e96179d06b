import { isZero } from "#kernel/money.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Facts } from "#web/ui/list.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { useMe } from "#features/accounts/web/public-parts.ts";
import { RefusedNote, SendLink } from "#features/debts/web/public-parts.ts";
import type { PaymentRow } from "../../contract/money.ts";
import { TracePart } from "../trace/trace-lists.tsx";
import { useMoneyAgain } from "../use-money-again.ts";

export function TraceOwed({ payment }: { readonly payment: PaymentRow }) {
  const t = useWords("owed");
  const mayWriteOff = useMe().may("money:approve");
  const again = useMoneyAgain();
  const giveUp = useCommand(receivablesApi.writeOff, { onDone: again });
  const look = useMoneyAgain(giveUp.reset);
  const { receivable } = payment;
  if (receivable?.kind !== "lost-hold") return null;
  const { owed, outstanding, writtenOff, writeOff } = receivable;
  const isAsked = writeOff !== null;
  const say = (agree: boolean) => giveUp.mutate({ id: payment.id, agree });
  return (
    <TracePart title={t("owed.title")}>
      <Facts>
        <MoneyFact name={t("owed.owed")} amount={owed} />
        <MoneyFact name={t("owed.written-off")} amount={writtenOff} unlessZero />
        <MoneyFact name={t("owed.outstanding")} amount={outstanding} strong />
      </Facts>
      {isAsked && <Banner>{t("owed.waiting")}</Banner>}
      <RefusedNote error={giveUp.error} onLook={look} />
      <SendLink orderId={payment.orderId} isOwed={!isZero(outstanding)} onDone={again}>
        {mayWriteOff && writeOff !== "asked-by-me" && (
          <Button variant="outlined" loading={giveUp.isPending} onClick={() => say(true)}>
            {t(isAsked ? "owed.agree" : "owed.write-off")}
          </Button>
        )}
        {mayWriteOff && isAsked && (
          <Button variant="text" onClick={() => say(false)}>
            {t("owed.decline")}
          </Button>
        )}
      </SendLink>
    </TracePart>
  );
}
