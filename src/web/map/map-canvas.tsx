import "maplibre-gl/dist/maplibre-gl.css";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { Point } from "#kernel/geo.ts";
import { useWords } from "../i18n/words.ts";
import { Button, IconButton } from "../ui/button.tsx";
import { startEngine, type Engine } from "./engine.ts";
import type { MapMeta } from "./meta.ts";
import type { MapContent, MapLasso, MapPin } from "./model.ts";
import type { MapTheme } from "./palette.ts";
import { PinMark } from "./pin-mark.tsx";

const LassoLayer = lazy(() => import("./lasso-layer.tsx").then((m) => ({ default: m.LassoLayer })));

export interface MapCanvasProps {
  readonly meta: MapMeta;
  readonly content: MapContent;
  readonly theme: MapTheme;
  readonly interactive: boolean;
  readonly pin: MapPin | undefined;
  readonly lasso: MapLasso | undefined;
  readonly onSelect: ((id: string) => void) | undefined;
  /** In place of moving the pin there. */
  readonly onPress: ((point: Point) => void) | undefined;
}

/** The map itself, loaded only where a map is shown. */
export function MapCanvas(props: MapCanvasProps) {
  const { meta, content, theme, interactive, pin, lasso } = props;
  const t = useWords("map");
  const label = t("picture");
  const box = useRef<HTMLDivElement>(null);
  const latest = useRef({ ...props, label });
  const [engine, setEngine] = useState<Engine>();
  const [ready, setReady] = useState(false);
  const [tilesFail, setTilesFail] = useState(false);
  useLayoutEffect(() => {
    latest.current = { ...props, label };
  });
  // The engine lives as long as its box; what it shows is handed over below.
  useEffect(() => {
    if (!box.current) return undefined;
    const { theme, label } = latest.current;
    const started = startEngine(
      { box: box.current, meta, theme, interactive, label },
      {
        onReady: () => setReady(true),
        onTilesFail: setTilesFail,
        onClick: (point) => {
          const { onPress, pin: atPress } = latest.current;
          (onPress ?? atPress?.onMove)?.(point);
        },
        onSelect: (id) => latest.current.onSelect?.(id),
      },
    );
    setEngine(started);
    return () => {
      setEngine(undefined);
      started.close();
    };
  }, [meta, interactive]);
  useEffect(() => engine?.show(content), [engine, content]);
  useEffect(() => engine?.setTheme(theme), [engine, theme]);
  useEffect(() => engine?.setLabel(label), [engine, label]);
  return (
    <>
      <div className="map-box" data-ready={ready}>
        <div className="map-engine" ref={box} />
      </div>
      {engine && lasso && (
        <Suspense fallback={null}>
          <LassoLayer map={engine.map} lasso={lasso} />
        </Suspense>
      )}
      {engine && pin && <PinMark map={engine.map} pin={pin} />}
      {engine && interactive && (
        <div className="map-zoom">
          <IconButton icon="add" label={t("zoom-in")} onClick={() => engine.zoom(1)} />
          <IconButton icon="remove" label={t("zoom-out")} onClick={() => engine.zoom(-1)} />
        </div>
      )}
      {tilesFail && (
        <output className="map-trouble">
          <span>{t("tiles-failed")}</span>
          <Button variant="text" size="small" icon="refresh" onClick={() => engine?.retry()}>
            {t("again")}
          </Button>
        </output>
      )}
      {meta.attribution !== null && (
        <p className="map-credit">
          <a href="https://www.openstreetmap.org/copyright" target="_blank" rel="noreferrer">
            {meta.attribution}
          </a>
        </p>
      )}
    </>
  );
}
