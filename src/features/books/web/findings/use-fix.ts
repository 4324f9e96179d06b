import { useState } from "react";
import { newId } from "#web/api/new-id.ts";
import { useCommand } from "#web/api/use-command.ts";
import { useWords } from "#web/i18n/words.ts";
import { useFormat } from "#web/i18n/format.ts";
import { showSnack } from "#web/ui/snackbar.tsx";
import { findingsApi } from "../../contract/findings.ts";
import type { Finding, Fix } from "../../contract/findings.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import { useMoneyAgain } from "../use-money-again.ts";

/** Puts a finding right: by the way for findings, or by writing that money went back, which may need a second person. */
export function useFix({ id, paymentId, amount }: Finding, fix: Fix, onFixed: () => void) {
  const t = useWords("money");
  const f = useFormat();
  const readAgain = useMoneyAgain();
  // One opening of the dialog is one request.
  const [requestId] = useState(newId);
  const done = (text: string) => {
    readAgain();
    showSnack({ text });
    onFixed();
  };
  const mend = useCommand(findingsApi.resolveFinding, { onDone: () => done(t("findings.done")) });
  const back = useCommand(refundsApi.giveCashBack, {
    onDone: ({ state, amount }) =>
      done(
        state === "cash-waiting"
          ? t("refund.answer.cash-waiting", { amount: f.money(amount) })
          : t("findings.done"),
      ),
  });
  const send = () => {
    if (fix !== "give-back") mend.mutate({ id, fix });
    else if (paymentId !== null && amount) back.mutate({ paymentId, id: requestId, amount });
  };
  return { send, isPending: mend.isPending || back.isPending, error: mend.error ?? back.error };
}
