import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { MoneyText, NumberText } from "#web/ui/figures.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import type { Money } from "#kernel/money.ts";
import { duesApi } from "#features/debts/contract/dues.ts";
import type { PaymentRow } from "../../contract/money.ts";
import { useMoneyAgain } from "../use-money-again.ts";

interface ReceivedDialogProps {
  readonly payment: PaymentRow;
  readonly owed: Money;
  readonly onClose: () => void;
}

/** Asks before the office writes that what was owed without a card is there. */
export function ReceivedDialog({ payment, owed, onClose }: ReceivedDialogProps) {
  const t = useWords("dues");
  const money = useWords("money");
  const hall = useWords("hall");
  const format = useFormat();
  const readAgain = useMoneyAgain();
  const look = () => {
    readAgain();
    onClose();
  };
  const record = useCommand(duesApi.recordReceived, {
    onDone: ({ amount }) => {
      showSnack({ text: t("office.done", { amount: format.money(amount) }) });
      look();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={record.isPending}
      title={t("office.do")}
      actions={
        <>
          <Button onClick={onClose}>{hall("forms.cancel")}</Button>
          <Button
            variant="filled"
            loading={record.isPending}
            onClick={() => record.mutate({ id: payment.id, amount: owed })}
          >
            {t("office.do")}
          </Button>
        </>
      }
    >
      <div className="stack gap-4">
        <p>{t("office.sure")}</p>
        <Facts>
          <Fact name={money("money.order")}>
            <NumberText>{payment.orderNumber}</NumberText>
          </Fact>
          <Fact name={t("fact.amount")} strong>
            <MoneyText amount={owed} strong />
          </Fact>
        </Facts>
        <RefusalNote
          error={record.error}
          action={
            <Button variant="text" onClick={look}>
              {t("office.again")}
            </Button>
          }
        />
      </div>
    </Dialog>
  );
}
