import type { Money } from "#kernel/money.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { exceptionsApi } from "../contract/api.ts";
import type { Exception } from "../contract/api.ts";

interface ReopeningProps {
  readonly exception: Exception;
  readonly isFirst: boolean;
  readonly note: string | null;
  readonly onDone: (fresh: Exception) => void;
}

/** Says what is to be paid again, and by whom. */
function Again({ reopening, amount }: Pick<Exception, "reopening"> & { readonly amount: string }) {
  const t = useWords("exceptions");
  if (!reopening) return t("cost.again.none");
  const { isPaid, owedBy } = reopening;
  return <strong>{t(isPaid ? "cost.paid" : `cost.again.${owedBy}`, { amount })}</strong>;
}

/** Reopens a cancelled delivery by one press: with what is to be paid again, or without it. */
export function Reopening({ exception, isFirst, note, onDone }: ReopeningProps) {
  const t = useWords("exceptions");
  const f = useFormat();
  const reopen = useCommand(exceptionsApi.reopenException, { onDone });
  const { id, task, reopening } = exception;
  const kind = task?.kind === "deliver" ? "deliver" : "collect";
  const amount = reopening ? f.money(reopening.amount) : "";
  const asked = reopening?.isPaid ? "kept" : "asked";
  const press = (charge: Money | null) => reopen.mutate({ id, charge, note });
  const isPressed = (isCharged: boolean) =>
    reopen.isPending && (reopen.variables?.charge !== null) === isCharged;
  return (
    <>
      <div className="stack gap-2">
        <Button
          variant={isFirst ? "filled" : "outlined"}
          loading={isPressed(reopening !== null)}
          onClick={() => press(reopening?.amount ?? null)}
        >
          {reopening ? t(`do.reopen.${kind}.${asked}`, { amount }) : t(`do.reopen.${kind}`)}
        </Button>
        {reopening && (
          <Button variant="outlined" loading={isPressed(false)} onClick={() => press(null)}>
            {t(`do.reopen.${kind}.${reopening.isPaid ? "given-back" : "waived"}`, { amount })}
          </Button>
        )}
      </div>
      <span className="quiet small">
        {t(`then.reopen.${kind}`)} <Again reopening={reopening} amount={amount} />
      </span>
      {reopen.error && (
        <div className="resolution-follows">
          <RefusalNote error={reopen.error} />
        </div>
      )}
    </>
  );
}
