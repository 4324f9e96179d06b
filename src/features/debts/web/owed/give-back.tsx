import { useMe } from "#features/accounts/web/public-parts.ts";
import { refundsApi } from "#features/payments/contract/refunds.ts";
import type { Money } from "#kernel/money.ts";
import { useKept, useKeptId } from "#web/confirm/kept.ts";
import { useGuarded } from "#web/confirm/use-guarded.ts";
import { ConfirmDialog } from "#web/forms/confirm-dialog.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { showSnack } from "#web/ui/snackbar.tsx";
import { RefusedNote } from "./send-link.tsx";
import "../words.ts";

interface GiveBackProps {
  readonly paymentId: string;
  readonly amount: Money;
  readonly onLook: () => void;
}

/** Says that a person has to pay an amount back, and lets whoever may refund write down that it was done. */
export function GiveBack(props: GiveBackProps) {
  const t = useWords("owed");
  const me = useMe();
  const [isAsking, setAsking] = useKept(`give-back ${props.paymentId}`, false);
  const amount = useFormat().money(props.amount);
  return (
    <Banner
      tone="warning"
      actions={
        me.may("money:refund") && (
          <Button variant="filled" icon="undo" onClick={() => setAsking(true)}>
            {t("give-back.do")}
          </Button>
        )
      }
    >
      <p className="strong">{t("give-back.title", { amount })}</p>
      <p>{t("give-back.text")}</p>
      {isAsking && <Sure {...props} onClose={() => setAsking(false)} />}
    </Banner>
  );
}

function Sure({ paymentId, amount, onLook, onClose }: GiveBackProps & { readonly onClose: () => void }) {
  const t = useWords("owed");
  const format = useFormat();
  const id = useKeptId(`give-back.id ${paymentId}`);
  const look = () => {
    onClose();
    onLook();
  };
  const back = useGuarded(refundsApi.giveCashBack, {
    onDone: ({ state, amount: given }) => {
      const said = state === "cash-waiting" ? "give-back.waits" : "give-back.done";
      showSnack({ text: t(said, { amount: format.money(given) }) });
      look();
    },
  });
  return (
    <ConfirmDialog
      title={t("give-back.do")}
      command={back}
      onConfirm={() => back.mutate({ paymentId, id, amount })}
      onClose={onClose}
      problem={<RefusedNote error={back.error} onLook={look} />}
    >
      <p>{t("give-back.sure", { amount: format.money(amount) })}</p>
    </ConfirmDialog>
  );
}
