import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/api/call.ts";
import { onLive, onResync, useLive } from "#web/live/live.ts";
import { planningApi } from "../contract/api.ts";
import { planChanged, planProgressed } from "../contract/events.ts";
import type { Plan } from "../contract/plans.ts";

/** A run is read again so often in case its news are lost. */
const READ_MS = 2000;

const plansKey = (date: string) => ["plans", date] as const;
const planKey = (id: string) => ["plan", id] as const;

/** Plans of a day, kept fresh by live news. */
export function usePlans(date: string) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: plansKey(date) });
  useLive([
    onLive(planChanged, (news) => {
      if (news.date === date) refresh();
      void queries.invalidateQueries({ queryKey: planKey(news.planId) });
    }),
    onLive(planProgressed, ({ planId, progress }) =>
      queries.setQueryData<Plan>(planKey(planId), (plan) =>
        plan?.state === "running" ? { ...plan, progress } : plan,
      ),
    ),
    onResync(() => {
      refresh();
      void queries.invalidateQueries({ queryKey: ["plan"] });
    }),
  ]);
  return useInfiniteQuery({
    queryKey: plansKey(date),
    queryFn: ({ pageParam, signal }) =>
      call(planningApi.listPlans, { date, limit: 10, ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
}

/** One plan; read again until it is made. */
export const usePlan = (id: string) =>
  useQuery({
    queryKey: planKey(id),
    queryFn: ({ signal }) => call(planningApi.readPlan, { id }, { signal }),
    enabled: id !== "",
    refetchInterval: ({ state }) => (state.data?.state === "running" ? READ_MS : false),
  });

/** Takes a plan that a call answered. */
export function useKeepPlan(): (plan: Plan) => void {
  const queries = useQueryClient();
  return (plan) => {
    queries.setQueryData(planKey(plan.id), plan);
    void queries.invalidateQueries({ queryKey: plansKey(plan.date) });
    void queries.invalidateQueries({ queryKey: ["board"] });
  };
}
