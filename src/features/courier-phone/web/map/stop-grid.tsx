import type { Point } from "#kernel/geo.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { gridOf } from "./grid.ts";

const SIDE = 320;

/** The stops without a map: on an empty grid, true to scale. The list below carries the same. */
export function StopGrid({ points, own }: { points: readonly Point[]; own: Point | undefined }) {
  const t = useWords("courier-phone");
  const format = useFormat();
  const { places, xs, ys, stepM } = gridOf(own ? [own, ...points] : points, SIDE);
  const stops = own ? places.slice(1) : places;
  const [me] = places;
  return (
    <div className="stop-grid">
      <svg viewBox={`0 0 ${SIDE} ${SIDE}`} aria-hidden="true">
        {xs.map((x) => (
          <line key={`x${x}`} className="grid-line" x1={x} x2={x} y1={-SIDE} y2={2 * SIDE} />
        ))}
        {ys.map((y) => (
          <line key={`y${y}`} className="grid-line" x1={-SIDE} x2={2 * SIDE} y1={y} y2={y} />
        ))}
        <polyline className="grid-way" points={places.map(({ x, y }) => `${x},${y}`).join(" ")} />
        {own && me && <circle className="grid-own" cx={me.x} cy={me.y} r={9} />}
        {/* The first stop is drawn last, above the others. */}
        {stops
          .map(({ x, y }, at) => (
            <g key={at}>
              <circle cx={x} cy={y} r={14} />
              <text x={x} y={y}>
                {at + 1}
              </text>
            </g>
          ))
          .toReversed()}
      </svg>
      <p className="small">
        {t("map.none")} {t("map.grid", { distance: format.distance(stepM) })}
      </p>
    </div>
  );
}
