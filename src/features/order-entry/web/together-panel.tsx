import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { Card } from "#web/ui/card.tsx";
import { TogetherList } from "./together-list.tsx";
import { useTogether } from "./use-together.ts";

/** The other drops of the press that made this delivery; empty for one on its own. */
export function TogetherPanel({ orderId }: { readonly orderId: string }) {
  const t = useWords("order-entry");
  const format = useFormat();
  const { data, error, refetch } = useTogether(orderId);
  if (error) return <ProblemMessage error={error} onRetry={() => void refetch()} />;
  if (!data || data.reference === null || data.total === null) return null;
  return (
    <Card title={t("together.panel", { n: data.orders.length })} copy="dispatcher">
      <p className="small quiet">
        {t("together.reference")} <NumberText>{data.reference}</NumberText> ·{" "}
        {t("together.sum", { amount: format.money(data.total) })}
      </p>
      <TogetherList rows={data.orders} here={orderId} />
    </Card>
  );
}
