import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { call } from "#web/api/call.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { useTakesCards } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { duesApi } from "../../contract/dues.ts";
import { DueFacts } from "./due-facts.tsx";

export interface OrderDueProps {
  readonly orderId: string;
  /** The booking key of a guest. */
  readonly headers?: Readonly<Record<string, string>>;
}

const useDue = ({ orderId, headers = {} }: OrderDueProps) =>
  useQuery({
    queryKey: ["due", orderId],
    queryFn: ({ signal }) => call(duesApi.readDue, { id: orderId }, { signal, headers }),
  });

/** For the sender: what is to be paid without a card; nothing where a card pays. */
export function OrderDue(props: OrderDueProps) {
  const t = useWords("dues");
  const read = useDue(props);
  if (!read.data?.due && !read.isError) return null;
  return (
    <Card title={t("title")}>
      <RefusalNote error={read.error} onRetry={() => void read.refetch()} />
      {read.data?.due && <DueFacts due={read.data.due} />}
    </Card>
  );
}

/** Only dispatch sees it: the sender's pages do not carry it. */
const OwedPanel = lazy(() =>
  import("../owed/owed-panel.tsx").then((module) => ({ default: module.OwedPanel })),
);

/** For dispatch: how an order is paid, in cash with the amount, or by card, and what of it is lost. */
export function DuePanel({ orderId }: { readonly orderId: string }) {
  const t = useWords("dues");
  const takesCards = useTakesCards();
  const read = useDue({ orderId });
  if (read.isPending) return <Skeleton lines={2} />;
  if (read.isError && !read.data)
    return <RefusalNote error={read.error} onRetry={() => void read.refetch()} />;
  return (
    <div className="stack gap-3">
      {read.data?.due ? <DueFacts due={read.data.due} /> : <p>{t("by-card")}</p>}
      {takesCards && (
        <Suspense fallback={null}>
          <OwedPanel orderId={orderId} />
        </Suspense>
      )}
    </div>
  );
}
