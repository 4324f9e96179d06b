import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "#web/api/call.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { placesApi, type ServiceArea } from "../contract/api.ts";
import "#web/map/beside-list.css";
import "./places.css";

export const AREA_KEY = ["area"];

interface AreaFrameProps {
  title: string;
  /** `reload` reads the area anew, e.g. after a conflict. */
  children: (area: ServiceArea, reload: () => Promise<ServiceArea | undefined>) => ReactNode;
}

/** Reads the service area for a screen that edits a part of it. */
export function AreaFrame({ title, children }: AreaFrameProps) {
  const area = useQuery({
    queryKey: AREA_KEY,
    queryFn: ({ signal }) => call(placesApi.readArea, {}, { signal }),
  });
  const reload = async () => (await area.refetch()).data;
  if (area.data) {
    return (
      <>
        <RefusalNote error={area.error} onRetry={() => void area.refetch()} />
        {children(area.data, reload)}
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      {area.isPending ? (
        <Skeleton look="rows" lines={7} />
      ) : (
        <ProblemMessage error={area.error} onRetry={() => void area.refetch()} />
      )}
    </>
  );
}
