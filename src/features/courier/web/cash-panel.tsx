import { receivablesApi } from "#features/debts/contract/receivables.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useCommand } from "#web/api/use-command.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { CourierStop } from "../contract/api.ts";
import { refreshDay } from "./day-query.ts";

/** Cash that is to be taken at this stop, and that it was. Without a network it says so; the same press is kept once. */
export function CashPanel({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const format = useFormat();
  const record = useCommand(receivablesApi.recordCash, { onDone: refreshDay });
  if (stop.cash === null) return null;
  const amount = format.money(stop.cash.amount);
  if (stop.cash.isReceived) return <Banner tone="done">{t("cash.taken", { amount })}</Banner>;
  const { deliveryId: id, cash } = stop;
  return (
    <section className="stack gap-2" data-testid="cash">
      <Banner tone="warning" icon="price">
        {t("cash.take", { amount })}
      </Banner>
      <RefusalNote
        error={record.error}
        action={
          <Button variant="text" onClick={() => (record.reset(), refreshDay())}>
            {t("cash.look")}
          </Button>
        }
      />
      <Button
        size="large"
        variant="tonal"
        full
        icon="check"
        loading={record.isPending}
        onClick={() => record.mutate({ id, amount: cash.amount })}
      >
        {t("cash.record", { amount })}
      </Button>
    </section>
  );
}
