import { useEffect, useReducer, useState } from "react";
import type { ReplyOf } from "#contract/endpoint.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { useReconnect } from "#web/ui/use-reconnect.ts";
import { findApi } from "../contract/api.ts";

type Reply = ReplyOf<typeof findApi.find>;
export interface Found extends Reply {
  readonly state: "idle" | "busy" | "done" | "failed" | "offline";
}

const DELAY_MS = 200;
const NONE: Reply = { deliveries: [], couriers: [], more: false };
const IDLE: Found = { state: "idle", ...NONE };

/** Deliveries and couriers for what is typed: asked a moment later, the newest answer alone, failures tried again. */
export function useFound(typed: string): Found {
  const q = typed.trim();
  const isWanted = q.length >= 2;
  const [found, setFound] = useState(IDLE);
  const [tries, again] = useReducer((n: number) => n + 1, 0);
  useEffect(() => {
    if (!isWanted) return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      setFound((before) => ({ ...before, state: "busy" }));
      call(findApi.find, { q }, { signal: stop.signal }).then(
        (reply) => !stop.signal.aborted && setFound({ state: "done", ...reply }),
        (error: unknown) => {
          const state = isProblem(error) && error.code === "http.offline" ? "offline" : "failed";
          if (!stop.signal.aborted) setFound({ state, ...NONE });
        },
      );
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each try asks anew
  }, [q, isWanted, tries]);
  const isLost = isWanted && (found.state === "failed" || found.state === "offline");
  useReconnect(isLost ? again : undefined);
  return isWanted ? found : IDLE;
}
