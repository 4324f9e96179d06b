import { useGuarded } from "#web/confirm/use-guarded.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useWords } from "#web/i18n/words.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { useMe } from "#features/accounts/web/public-parts.ts";
import { RefusedNote } from "#features/debts/web/public-parts.ts";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import { useMoneyAgain } from "../use-money-again.ts";
import { Button } from "#web/ui/button.tsx";
import { WAITS_FOR_SECOND } from "#features/payments/domain/refund.ts";

/** Effect of an approval, where it is not a refund to a card. */
const AGREES: Partial<Record<Refund["state"], "refund.sure.release" | "refund.sure.cash">> = {
  "release-waiting": "refund.sure.release",
  "cash-waiting": "refund.sure.cash",
};

interface RefundActDialogProps {
  refund: Refund;
  act: RefundAct;
  onClose: () => void;
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
  const decide = useGuarded(refundsApi.decideRefund, { onDone });
  const close = useGuarded(refundsApi.closeRefund, { onDone });
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

/** Acts on a refund. `bank`: paid by transfer; `nobody`: not owed. */
export type RefundAct = "agree" | "decline" | "bank" | "nobody";
export type OnAct = (refund: Refund, act: RefundAct) => void;

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
