import { isProblem } from "#web/api/problem.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useKeptId } from "#web/confirm/kept.ts";
import { useGuarded } from "#web/confirm/use-guarded.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { RefusedNote } from "#features/debts/web/public-parts.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { type Finding, findingsApi, type Fix } from "../../contract/findings.ts";
import type { OnTrace } from "../money/money-columns.tsx";
import { useMoneyAgain } from "../use-money-again.ts";

interface FixDialogProps {
  finding: Finding;
  fix: Fix;
  onClose: () => void;
  /** Opens the payment; absent where it is open already. */
  onTrace?: OnTrace;
  onFixed?: () => void;
}

export function FixDialog({ finding, fix, onClose, onTrace, onFixed }: FixDialogProps) {
  const t = useWords("money");
  const f = useFormat();
  const look = useMoneyAgain(onClose);
  const { id, kind, paymentId, orderNumber, amount } = finding;
  const requestId = useKeptId(`findings.request ${id}`);
  const done = (text = t("findings.done")) => {
    look();
    showSnack({ text });
    onFixed?.();
  };
  const mend = useCommand(findingsApi.resolveFinding, { onDone: () => done() });
  const back = useGuarded(refundsApi.giveCashBack, {
    onDone: ({ state, amount: asked }) =>
      done(
        state === "cash-waiting" ? t("refund.answer.cash-waiting", { amount: f.money(asked) }) : undefined,
      ),
  });
  const command = fix === "give-back" ? back : mend;
  const send = () => {
    if (fix !== "give-back") mend.mutate({ id, fix });
    else if (paymentId !== null && amount) back.mutate({ paymentId, id: requestId, amount });
  };
  const isDoubtful = isProblem(command.error, "payments.still-in-doubt");
  const open = onTrace && isDoubtful && paymentId && orderNumber && (
    <Button
      variant="text"
      onClick={() => {
        onClose();
        onTrace({ id: paymentId, number: orderNumber });
      }}
    >
      {t("findings.look")}
    </Button>
  );
  return (
    <ConfirmDialog
      title={t(`findings.fix.${fix}`)}
      command={command}
      onConfirm={send}
      onClose={onClose}
      problem={
        // The request had this sum: the next opening shows the one that counts by then.
        <RefusedNote error={command.error} action={open} onLook={fix === "give-back" ? look : undefined} />
      }
    >
      <p>{t(`findings.kind.${kind}`)}</p>
      <p>{t(`findings.ask.${fix}`, amount ? { amount: f.money(amount) } : {})}</p>
    </ConfirmDialog>
  );
}
