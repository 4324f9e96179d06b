import "../words.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { ReceivableFacts } from "./receivable-facts.tsx";
import { type OrderProps, useReceivables } from "./use-receivables.ts";

/** For the sender: what is to be paid without a card; nothing where a card pays. */
export function OrderDue(props: OrderProps) {
  const t = useWords("owed");
  const { byWay, error, again } = useReceivables(props);
  if (!byWay && !error) return null;
  return (
    <Card title={t("title")}>
      <RefusalNote error={error} onRetry={again} />
      {byWay && <ReceivableFacts receivable={byWay} />}
    </Card>
  );
}
