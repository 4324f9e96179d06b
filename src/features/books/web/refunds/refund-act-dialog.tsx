import { useCommand } from "#web/api/use-command.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useWords } from "#web/i18n/words.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { RefusedNote } from "#features/debts/web/public-parts.ts";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import { useMoneyAgain } from "../use-money-again.ts";
import type { RefundAct } from "./refund-acts.tsx";

/** Effect of an approval, where it is not a refund to a card. */
const AGREES: Partial<Record<Refund["state"], "refund.sure.release" | "refund.sure.cash">> = {
  "release-waiting": "refund.sure.release",
  "cash-waiting": "refund.sure.cash",
};

interface RefundActDialogProps {
  refund: Refund;
  act: RefundAct;
  onClose: () => void;
  /** Closed already: says what came of it. */
  onActed: (refund: Refund) => void;
}

/** Asks before a refund is decided or closed, with what it is about. */
export function RefundActDialog({ refund, act, onClose, onActed }: RefundActDialogProps) {
  const t = useWords("money");
  const { id, state, orderNumber, amount, reason, note, askedBy } = refund;
  const look = useMoneyAgain(onClose);
  const onDone = (after: Refund) => {
    look();
    onActed(after);
  };
  const decide = useCommand(refundsApi.decideRefund, { onDone });
  const close = useCommand(refundsApi.closeRefund, { onDone });
  const isDecision = act === "agree" || act === "decline";
  const command = isDecision ? decide : close;
  return (
    <ConfirmDialog
      title={t(`refund.act.${act}`)}
      command={command}
      onConfirm={() =>
        isDecision ? decide.mutate({ id, agree: act === "agree" }) : close.mutate({ id, by: act })
      }
      onClose={onClose}
      problem={<RefusedNote error={command.error} onLook={look} />}
    >
      <p>{act === "agree" ? t(AGREES[state] ?? "refund.sure.agree") : t(`refund.sure.${act}`)}</p>
      <Facts>
        <Fact name={t("money.order")}>
          <NumberText>{orderNumber}</NumberText>
        </Fact>
        <MoneyFact name={t("money.amount")} amount={amount} strong />
        <Fact name={t("refund.reason")}>{t(`refund.reason.${reason}`)}</Fact>
        {askedBy !== null && (
          <Fact name={t("refund.asked-by")}>
            <bdi>{askedBy.name}</bdi>
          </Fact>
        )}
      </Facts>
      {note !== null && <bdi className="quiet">{note}</bdi>}
    </ConfirmDialog>
  );
}
