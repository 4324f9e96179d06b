import { useEffect } from "react";
import { go } from "#web/shell/navigate.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** Leads from an end's page to its stop, where the end cannot be recorded there. */
export function ToStop({ taskId }: { taskId: string }) {
  useEffect(() => go(`/c/stop/${taskId}`, { replace: true }), [taskId]);
  return <Skeleton look="card" lines={5} />;
}
