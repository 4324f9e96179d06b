import { useCommand } from "#web/api/use-command.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { MoneyFact } from "#web/ui/facts/money-fact.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { RefusedNote } from "#features/debts/web/public-parts.ts";
import type { PaymentRow } from "../../contract/money.ts";
import { useMoneyAgain } from "../use-money-again.ts";

interface ReceivedDialogProps {
  readonly payment: PaymentRow;
  readonly onClose: () => void;
}

export function ReceivedDialog({ payment, onClose }: ReceivedDialogProps) {
  const t = useWords("owed");
  const money = useWords("money");
  const format = useFormat();
  const owed = payment.receivable?.outstanding ?? payment.amount;
  const look = useMoneyAgain(onClose);
  const record = useCommand(receivablesApi.recordReceived, {
    onDone: ({ owed: amount }) => {
      showSnack({ text: t("office.done", { amount: format.money(amount) }) });
      look();
    },
  });
  return (
    <ConfirmDialog
      title={t("office.do")}
      command={record}
      onConfirm={() => record.mutate({ id: payment.id, amount: owed })}
      onClose={onClose}
      problem={<RefusedNote error={record.error} onLook={look} />}
    >
      <p>{t("office.sure")}</p>
      <Facts>
        <Fact name={money("money.order")}>
          <NumberText>{payment.orderNumber}</NumberText>
        </Fact>
        <MoneyFact name={t("fact.amount")} amount={owed} strong />
      </Facts>
    </ConfirmDialog>
  );
}
