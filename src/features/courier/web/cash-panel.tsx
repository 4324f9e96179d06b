import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import type { CourierStop } from "../contract/api.ts";
import { useRecord } from "./use-record.ts";

/** Cash that is to be taken at this stop, and that it was; recorded on the phone as every fact of a stop. */
export function CashPanel({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const format = useFormat();
  const record = useRecord(stop);
  if (stop.cash === null) return null;
  const amount = format.money(stop.cash.amount);
  if (stop.cash.isReceived) return <Banner tone="done">{t("cash.taken", { amount })}</Banner>;
  const { cash } = stop;
  return (
    <section className="stack gap-2" data-testid="cash">
      <Banner tone="warning" icon="price">
        {t("cash.take", { amount })}
      </Banner>
      <RefusalNote error={record.error} />
      <Button
        size="large"
        variant="tonal"
        full
        icon="check"
        loading={record.isPending}
        onClick={() => record.mutate({ type: "cash", amount: cash.amount })}
      >
        {t("cash.record", { amount })}
      </Button>
    </section>
  );
}
