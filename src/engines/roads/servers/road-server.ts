import type { RoadProfile } from "#server/geo/road-distances.ts";
import { osrmService, type ServerSettings } from "./osrm.ts";
import { RoadFault, type RoadService } from "./service.ts";
import { valhallaService } from "./valhalla.ts";

/** A routing server of the operator's. */
export interface RoadServerSettings extends ServerSettings {
  readonly kind: "osrm" | "valhalla";
}

/** Tells of a routing server that began or ceased to answer. */
type ServerNews = (fault: RoadFault | undefined) => void;

/** A server that failed is left alone this long: others do not wait for it meanwhile. */
const REST_MS = 15_000;

/** A routing server that is asked no more for a while after it failed. */
export interface RoadServer {
  readonly source: RoadService["source"];
  /** @returns `undefined` where the server cannot be asked: other roads answer then */
  ask<T>(profile: RoadProfile, question: (service: RoadService) => Promise<T>): Promise<T | undefined>;
  isWell(): boolean;
}

export const serviceOf = (settings: RoadServerSettings): RoadService =>
  settings.kind === "osrm" ? osrmService(settings) : valhallaService(settings);

export function roadServer(service: RoadService, news: ServerNews, now: () => number = Date.now): RoadServer {
  let restsUntil = 0;
  let isWell = true;
  return {
    source: service.source,
    isWell: () => isWell,
    async ask(profile, question) {
      if (!service.serves(profile) || now() < restsUntil) return undefined;
      try {
        const answer = await question(service);
        if (!isWell) news(undefined);
        isWell = true;
        return answer;
      } catch (error) {
        if (!(error instanceof RoadFault)) throw error;
        restsUntil = now() + REST_MS;
        if (isWell) news(error);
        isWell = false;
        return undefined;
      }
    },
  };
}
