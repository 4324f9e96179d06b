import type { ReactNode } from "react";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useTitle } from "#web/shell/use-title.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { useDelivery } from "./use-delivery.ts";
import "./edit.css";

interface EditFrameProps {
  readonly id: string;
  readonly title: string;
  /** Title of the tab, by the delivery's number. */
  readonly titleOf: (number: string) => string;
  /** The form over the delivery. `refresh`: reads it anew, since the server knows a newer one. */
  readonly children: (delivery: Delivery, refresh: () => Promise<void>) => ReactNode;
}

/** Page on which one delivery is changed: its head, and its faces until it is there. */
export function EditFrame({ id, title, titleOf, children }: EditFrameProps) {
  const { query, refresh } = useDelivery(id);
  const { data, error } = query;
  useTitle(data && titleOf(data.number));
  if (error && !data) return <ProblemMessage page error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton look="card" lines={8} />;
  return (
    <article className="stack gap-4 edit-page">
      <PageHeader
        back={`/d/deliveries/${id}`}
        title={title}
        detail={<NumberText>{data.number}</NumberText>}
        actions={<StateChip state={data.state} strong />}
      />
      {children(data, refresh)}
    </article>
  );
}
