import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MoneyText, NumberText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { type Refund, refundsApi } from "#features/payments/contract/refunds.ts";
import type { RefundAct } from "./refund-acts.tsx";
import { useMoneyAgain } from "../use-money-again.ts";

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
  const hall = useWords("hall");
  const { orderNumber, amount, reason, note, askedBy } = refund;
  const { send, isPending, error, again } = useAct(refund, act, onClose, onActed);
  return (
    <Dialog
      open
      onClose={onClose}
      locked={isPending}
      title={t(`refund.act.${act}`)}
      actions={
        <>
          <Button onClick={onClose}>{hall("forms.cancel")}</Button>
          <Button variant="filled" loading={isPending} onClick={send}>
            {t(`refund.act.${act}`)}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p>{act === "agree" ? t(AGREES[refund.state] ?? "refund.sure.agree") : t(`refund.sure.${act}`)}</p>
        <Facts>
          <Fact name={t("money.order")}>
            <NumberText>{orderNumber}</NumberText>
          </Fact>
          <Fact name={t("money.amount")} strong>
            <MoneyText amount={amount} strong />
          </Fact>
          <Fact name={t("refund.reason")}>{t(`refund.reason.${reason}`)}</Fact>
          {askedBy !== null && (
            <Fact name={t("refund.asked-by")}>
              <bdi>{askedBy.name}</bdi>
            </Fact>
          )}
        </Facts>
        {note !== null && (
          <p className="quiet">
            <bdi>{note}</bdi>
          </p>
        )}
        <RefusalNote
          error={error}
          action={
            <Button variant="text" onClick={again}>
              {t("refund.look")}
            </Button>
          }
        />
      </div>
    </Dialog>
  );
}

function useAct(
  { id }: Refund,
  act: RefundAct,
  onClose: () => void,
  onActed: RefundActDialogProps["onActed"],
) {
  const readAgain = useMoneyAgain();
  const again = () => {
    readAgain();
    onClose();
  };
  const onDone = (refund: Refund) => {
    again();
    onActed(refund);
  };
  const decide = useCommand(refundsApi.decideRefund, { onDone });
  const close = useCommand(refundsApi.closeRefund, { onDone });
  const send = () => {
    if (act === "agree" || act === "decline") decide.mutate({ id, agree: act === "agree" });
    else close.mutate({ id, by: act });
  };
  return {
    send,
    again,
    isPending: decide.isPending || close.isPending,
    error: decide.error ?? close.error,
  };
}
