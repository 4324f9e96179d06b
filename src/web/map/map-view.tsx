import "./map.css";
import "./words.ts";
import { Suspense, useMemo, useState, type ReactNode } from "react";
import { useQuery } from "@tanstack/react-query";
import type { Point, Polygon } from "#kernel/geo.ts";
import { useWords } from "../i18n/words.ts";
import { Button } from "../ui/button.tsx";
import { classes } from "../ui/class-names.ts";
import { ErrorEdge } from "./error-edge.tsx";
import { mapMeta, NoMap } from "./meta.ts";
import type { MapLasso, MapLine, MapMarker, MapPin, MapZone } from "./model.ts";
import { useMapTheme } from "./use-map-theme.ts";

export type { Hue, MapLasso, MapLine, MapMarker, MapPin, MapZone } from "./model.ts";

export interface MapViewProps {
  /** Names the map for screen readers: "Today's stops on a map". */
  readonly label: string;
  readonly markers?: readonly MapMarker[];
  readonly lines?: readonly MapLine[];
  /** The service area. */
  readonly area?: Polygon | undefined;
  readonly zones?: readonly MapZone[];
  /** Brought into view whenever these points change; without any the whole map is shown. */
  readonly fitTo?: readonly Point[];
  /** Makes the map a place picker. */
  readonly pin?: MapPin | undefined;
  /** A marker was clicked. The list beside the map offers the same by keyboard. */
  readonly onSelect?: (id: string) => void;
  /** A place beside all markers was pressed; without it the pin moves there. */
  readonly onPress?: (point: Point) => void;
  /** Its twin is a choice by place from the list. */
  readonly lasso?: MapLasso;
  readonly interactive?: boolean;
  /** Drawn in place of a sentence where there is no map. */
  readonly instead?: ReactNode;
  readonly className?: string;
}

const NOTHING: readonly never[] = [];
/** Fetches what is there to draw, and the code that draws, side by side and once. */
async function loadMap() {
  const [meta, { MapCanvas }] = await Promise.all([mapMeta(), import("./map-canvas.tsx")]);
  return { meta, Canvas: MapCanvas };
}

/**
 * A map of our own tiles, or a plain sentence where it cannot be drawn. It never carries information alone: every
 * map has a list twin beside it. The map's code is fetched when the first map is shown.
 */
export function MapView({ className, ...props }: MapViewProps) {
  return (
    <section className={classes("map", className)} aria-label={props.label}>
      <div className="map-bone" aria-hidden="true" />
      <Suspense fallback={null}>
        <MapMessage {...props} />
      </Suspense>
    </section>
  );
}

function MapMessage(props: MapViewProps) {
  const { markers = NOTHING, lines = NOTHING, zones = NOTHING, fitTo = NOTHING, area, ...rest } = props;
  const t = useWords("map");
  const { interactive = true } = rest;
  const [round, setRound] = useState(0);
  const [canDraw] = useState(hasWebGl2);
  const map = useQuery({
    queryKey: ["map"],
    queryFn: loadMap,
    staleTime: Infinity,
    retry: 1,
    enabled: canDraw,
    structuralSharing: false,
  });
  const theme = useMapTheme();
  const content = useMemo(
    () => ({ markers, lines, zones, area, fitTo }),
    [markers, lines, zones, area, fitTo],
  );
  const again = () => {
    setRound(round + 1);
    if (map.isError) void map.refetch();
  };
  const failed = rest.instead ?? <NoPicture canDraw={canDraw} error={map.error} onAgain={again} />;
  if (!canDraw || map.isError) return failed;
  if (!map.data) return null;
  const { Canvas, meta } = map.data;
  return (
    <ErrorEdge key={round} fallback={failed}>
      <Canvas
        meta={meta}
        content={content}
        theme={theme}
        interactive={interactive}
        pin={rest.pin}
        lasso={rest.lasso}
        onSelect={rest.onSelect}
        onPress={rest.onPress}
      />
      {rest.pin && <p className="map-hint">{t("pin-hint")}</p>}
    </ErrorEdge>
  );
}

/** Reason why there is nothing to draw. */
function NoPicture({ canDraw, error, onAgain }: { canDraw: boolean; error: unknown; onAgain: () => void }) {
  const t = useWords("map");
  if (!canDraw) return <Sentence>{t("no-webgl")}</Sentence>;
  if (error instanceof NoMap) return <Sentence>{t("no-map")}</Sentence>;
  return <Failed onAgain={onAgain} />;
}

function Sentence({ children }: { children: ReactNode }) {
  return <p className="map-sentence">{children}</p>;
}

function Failed({ onAgain }: { onAgain: () => void }) {
  const t = useWords("map");
  return (
    <div className="map-sentence" role="alert">
      <p>{t("failed")}</p>
      <Button icon="refresh" onClick={onAgain}>
        {t("again")}
      </Button>
    </div>
  );
}

/** MapLibre needs WebGL 2; browsers without it, or with the graphics card blocked, get the list alone. */
function hasWebGl2(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}
