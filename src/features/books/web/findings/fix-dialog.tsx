import { isProblem } from "#web/api/problem.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import type { Finding, Fix } from "../../contract/findings.ts";
import type { OnTrace } from "../trace/trace-button.tsx";
import { useFix } from "./use-fix.ts";
import { useMoneyAgain } from "../use-money-again.ts";

interface FixDialogProps {
  finding: Finding;
  fix: Fix;
  onClose: () => void;
  /** Opens the payment; absent where it is open already. */
  onTrace?: OnTrace;
  onFixed?: () => void;
}

/** Asks before a finding is put right: what will happen, and what the bank is asked for. */
export function FixDialog({ finding, fix, onClose, onTrace, onFixed }: FixDialogProps) {
  const t = useWords("money");
  const hall = useWords("hall");
  const f = useFormat();
  const mend = useFix(finding, fix, () => {
    onClose();
    onFixed?.();
  });
  const readAgain = useMoneyAgain();
  const { paymentId, orderNumber, amount } = finding;
  const given = amount ? { amount: f.money(amount) } : {};
  const look = onTrace && isProblem(mend.error, "payments.still-in-doubt") && paymentId && orderNumber && (
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
  // The request had this sum: the next opening shows the one that counts by then.
  const again = fix === "give-back" && isProblem(mend.error) && (
    <Button
      variant="text"
      onClick={() => {
        readAgain();
        onClose();
      }}
    >
      {t("refund.look")}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      locked={mend.isPending}
      title={t(`findings.fix.${fix}`)}
      actions={
        <>
          <Button onClick={onClose}>{hall("forms.cancel")}</Button>
          <Button variant="filled" loading={mend.isPending} onClick={mend.send}>
            {t(`findings.fix.${fix}`)}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p>{t(`findings.kind.${finding.kind}`)}</p>
        <p>{t(`findings.ask.${fix}`, given)}</p>
        <RefusalNote error={mend.error} action={look || again} />
      </div>
    </Dialog>
  );
}
