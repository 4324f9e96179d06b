import { isZero } from "#kernel/money.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { MoneyText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { owedApi } from "#features/debts/contract/owed.ts";
import type { PaymentTrace } from "../../contract/trace.ts";
import { TracePart } from "../trace/trace-part.tsx";
import { LinkSent, RefusedNote, SendLink, useMe } from "#features/debts/web/public-parts.ts";
import { useMoneyAgain } from "../use-money-again.ts";

type Owed = NonNullable<PaymentTrace["owed"]>;

/** Receivable of a lost hold, with the acts on it: the link again, or a write-off. */
export function TraceOwed({ trace: { payment, owed } }: { readonly trace: PaymentTrace }) {
  const t = useWords("owed");
  const again = useMoneyAgain();
  const send = useCommand(owedApi.sendPayLink, { onDone: again });
  const giveUp = useCommand(owedApi.writeOff, { onDone: again });
  if (owed === null) return null;
  return (
    <TracePart title={t("owed.title")} isEmpty={false}>
      <OwedFacts owed={owed} />
      {owed.isGivingUp && <Banner>{t("owed.waiting")}</Banner>}
      {send.data && <LinkSent sent={send.data} />}
      <RefusedNote
        error={send.error ?? giveUp.error}
        onLook={() => {
          send.reset();
          giveUp.reset();
          again();
        }}
      />
      {!isZero(owed.outstanding) && (
        <div className="money-fixes">
          <SendLink isBusy={send.isPending} onSend={() => send.mutate({ id: payment.orderId })} />
          <GiveUp
            owed={owed}
            isBusy={giveUp.isPending}
            onSay={(agree) => giveUp.mutate({ id: payment.id, agree })}
          />
        </div>
      )}
    </TracePart>
  );
}

function OwedFacts({ owed: { owed, writtenOff, outstanding } }: { readonly owed: Owed }) {
  const t = useWords("owed");
  return (
    <Facts>
      <Fact name={t("owed.owed")}>
        <MoneyText amount={owed} />
      </Fact>
      {!isZero(writtenOff) && (
        <Fact name={t("owed.written-off")}>
          <MoneyText amount={writtenOff} />
        </Fact>
      )}
      <Fact name={t("owed.outstanding")} strong>
        <MoneyText amount={outstanding} strong />
      </Fact>
    </Facts>
  );
}

interface GiveUpProps {
  readonly owed: Owed;
  readonly isBusy: boolean;
  readonly onSay: (agree: boolean) => void;
}

function GiveUp({ owed: { isGivingUp, isMine }, isBusy, onSay }: GiveUpProps) {
  const t = useWords("owed");
  const me = useMe();
  if (!me.may("money:approve")) return null;
  return (
    <>
      {!(isGivingUp && isMine) && (
        <Button variant="outlined" loading={isBusy} onClick={() => onSay(true)}>
          {t(isGivingUp ? "owed.agree" : "owed.write-off")}
        </Button>
      )}
      {isGivingUp && (
        <Button variant="text" onClick={() => onSay(false)}>
          {t("owed.decline")}
        </Button>
      )}
    </>
  );
}
