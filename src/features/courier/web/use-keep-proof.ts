import { useQueryClient } from "@tanstack/react-query";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";
import { newId } from "#web/api/new-id.ts";
import { useCommand } from "#web/api/use-command.ts";
import type { CourierStop } from "../contract/api.ts";
import { dayQuery } from "./day-query.ts";

/** Pictures are sent as soon as they are taken: what was kept survives a reload. */
export function useKeepProof(stop: Pick<CourierStop, "deliveryId" | "taskId">) {
  const queries = useQueryClient();
  const keeping = useCommand(deliveriesApi.keepProof, {
    timeoutMs: 30_000,
    onDone: () => queries.invalidateQueries({ queryKey: dayQuery.queryKey }),
  });
  const keep = (kind: "photo" | "signature", image: string) =>
    keeping.mutate({
      id: stop.deliveryId,
      proofId: newId(),
      taskId: stop.taskId,
      kind,
      takenAt: new Date().toISOString(),
      image,
    });
  return { keep, keeping };
}
