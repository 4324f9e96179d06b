import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { ProblemMessage } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import type { PageProps } from "#web/shell/pages.ts";
import { useTitle } from "#web/shell/use-title.ts";
import { NumberText } from "#web/ui/figures.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { deliveryHappened } from "#features/deliveries/contract/events.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { TripForm } from "./trip-form.tsx";
import "./trip.css";

/** Changes the addresses of a delivery, and decides about the difference of its price. */
export function TripPage({ params }: PageProps<{ id: string }>) {
  const { id } = params;
  const t = useWords("edits");
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ["delivery", id],
    queryFn: ({ signal }) => call(deliveriesApi.readDelivery, { id }, { signal }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ["delivery", id] });
  useLive([
    onLive(deliveryHappened, (news) => news.deliveryId === id && void refresh()),
    onResync(() => void refresh()),
  ]);
  const { data, error } = query;
  useTitle(data && t("title-of", { number: data.number }));
  if (error && !data) return <ProblemMessage page error={error} onRetry={() => void query.refetch()} />;
  if (!data) return <Skeleton look="card" lines={8} />;
  return (
    <article className="stack gap-4 trip-page">
      <PageHeader
        back={`/d/deliveries/${id}`}
        title={t("title")}
        detail={<NumberText>{data.number}</NumberText>}
        actions={<StateChip state={data.state} strong />}
      />
      <TripForm key={id} delivery={data} onStale={refresh} />
    </article>
  );
}
