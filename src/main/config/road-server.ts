import type { RoadServerSettings } from "#engines/roads/servers/road-server.ts";
import type { Settings } from "./settings.ts";

/** The routing server that the settings name, where they name one. */
export const roadServerOf = ({
  roads,
  roadsUrl,
  roadsTimeoutMs,
}: Pick<Settings, "roads" | "roadsUrl" | "roadsTimeoutMs">): RoadServerSettings | undefined =>
  roads === "own" || roadsUrl === undefined
    ? undefined
    : { kind: roads, url: roadsUrl, timeoutMs: roadsTimeoutMs };
