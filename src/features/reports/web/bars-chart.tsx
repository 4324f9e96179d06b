import { AxisBottom, AxisLeft, AxisRight } from "@visx/axis";
import { scaleBand, scaleLinear } from "@visx/scale";
import { Bar } from "@visx/shape";
import { useCallback, useId, useState } from "react";
import type { Hue } from "#web/map/map-view.tsx";
import type { Look } from "./views.ts";
import "./chart.css";

export interface ChartRow {
  readonly key: string;
  readonly name: string;
  /** Colour beside the name, of bars alone. */
  readonly mark?: Hue;
  /** As long as `parts`. */
  readonly values: readonly number[];
}

export interface BarsChartProps {
  label: string;
  parts: readonly { readonly name: string; readonly look: Look }[];
  rows: readonly ChartRow[];
  valueText: (value: number) => string;
  /** `columns` for what follows in time, `bars` for names. */
  layout: "columns" | "bars";
}

/** px */
const HEIGHT = 240;
const ROW = 44;
const MARK = 14;
const GUTTER = { side: 64, bottom: 28, top: 8 } as const;

const sumOf = ({ values }: ChartRow): number => values.reduce((sum, value) => sum + value, 0);

/** Bars of each group, stacked by their parts. The table below it says the same in words. */
export function BarsChart(props: BarsChartProps) {
  const { label, parts, layout } = props;
  const id = useId();
  const { frame, width } = useWidth();
  const Drawn = layout === "columns" ? Columns : Bars;
  return (
    <figure className="chart">
      <div ref={frame} className="chart-frame">
        {width > 0 && <Drawn {...props} id={id} width={width} />}
      </div>
      <figcaption>
        <span className="hidden-text">{label}</span>
        {parts.length > 1 && (
          <ul className="chart-legend">
            {parts.map(({ name, look }) => (
              <li key={name}>
                <span className={`chart-key chart-${look}`} aria-hidden="true" />
                {name}
              </li>
            ))}
          </ul>
        )}
      </figcaption>
    </figure>
  );
}

function useWidth() {
  const [width, setWidth] = useState(0);
  const frame = useCallback((element: HTMLDivElement) => {
    const watcher = new ResizeObserver(() => setWidth(element.clientWidth));
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  return { frame, width };
}

type DrawnProps = BarsChartProps & { id: string; width: number };

/** Stripes tell bad from good where colours do not. */
const Stripes = ({ id }: { id: string }) => (
  <defs>
    <pattern
      id={`${id}-stripes`}
      width="6"
      height="6"
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      <rect width="6" height="6" className="chart-bad" />
      <rect width="2" height="6" className="chart-stripe" />
    </pattern>
  </defs>
);

const fillOf = (look: Look | undefined, id: string) =>
  look === "bad" ? { fill: `url(#${id}-stripes)` } : { className: `chart-${look ?? "plain"}` };

function Columns({ label, parts, rows, valueText, id, width }: DrawnProps) {
  const isRtl = document.documentElement.dir === "rtl";
  const [start, end] = isRtl ? [0, width - GUTTER.side] : [GUTTER.side, width];
  const x = scaleBand({
    domain: rows.map(({ key }) => key),
    range: isRtl ? [end, start] : [start, end],
    padding: 0.2,
  });
  const bottom = HEIGHT - GUTTER.bottom;
  const most = Math.max(...rows.map(sumOf), 0);
  const y = scaleLinear({ domain: [0, most === 0 ? 1 : most], range: [bottom, GUTTER.top], nice: true });
  const names = new Map(rows.map(({ key, name }) => [key, name]));
  const room = Math.max(1, Math.floor((end - start) / 84));
  const step = Math.ceil(rows.length / room);
  const Side = isRtl ? AxisRight : AxisLeft;
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label} className="chart-drawing">
      <Stripes id={id} />
      <Side
        left={isRtl ? end : start}
        scale={y}
        numTicks={4}
        tickFormat={(value) => valueText(Number(value))}
        hideAxisLine
        tickLength={4}
        // Beside the tick either way: in a right-to-left page a text ends at its left.
        tickLabelProps={{ textAnchor: "end" }}
        axisClassName="chart-axis"
      />
      <AxisBottom
        top={bottom}
        scale={x}
        tickValues={rows.filter((_, nth) => nth % step === 0).map(({ key }) => key)}
        tickFormat={(key) => names.get(key) ?? key}
        tickLength={4}
        axisClassName="chart-axis"
      />
      {rows.map((row) => {
        let below = 0;
        return row.values.map((value, nth) => {
          const top = y(below + value);
          const height = y(below) - top;
          below += value;
          return (
            <Bar
              key={`${row.key} ${parts[nth]?.name}`}
              x={x(row.key) ?? 0}
              y={top}
              width={x.bandwidth()}
              height={Math.max(0, height)}
              {...fillOf(parts[nth]?.look, id)}
            />
          );
        });
      })}
    </svg>
  );
}

const Mark = ({ hue: { light, dark }, x, y }: { hue: Hue; x: number; y: number }) => (
  <rect
    x={x}
    y={y}
    width={MARK}
    height={MARK}
    rx={MARK / 2}
    style={{ fill: `light-dark(${light}, ${dark})` }}
  />
);

function Bars({ label, parts, rows, valueText, id, width }: DrawnProps) {
  const isRtl = document.documentElement.dir === "rtl";
  const most = Math.max(...rows.map(sumOf), 0);
  // Room at the end for the number beside the longest bar.
  const length = scaleLinear({ domain: [0, most === 0 ? 1 : most], range: [0, width - 96] });
  const from = (offset: number, size: number): number => (isRtl ? width - offset - size : offset);
  return (
    <svg width={width} height={rows.length * ROW} role="img" aria-label={label} className="chart-drawing">
      <Stripes id={id} />
      {rows.map((row, place) => {
        let before = 0;
        const top = place * ROW;
        return (
          <g key={row.key}>
            {row.mark && <Mark hue={row.mark} x={from(0, MARK)} y={top + 2} />}
            <text x={from(row.mark ? MARK + 6 : 0, 0)} y={top + 14} className="chart-name">
              {row.name}
            </text>
            {row.values.map((value, nth) => {
              const size = length(value);
              const at = from(before, size);
              before += size;
              return (
                <Bar
                  key={parts[nth]?.name}
                  x={at}
                  y={top + 20}
                  width={size}
                  height={16}
                  {...fillOf(parts[nth]?.look, id)}
                />
              );
            })}
            <text x={from(length(sumOf(row)) + 8, 0)} y={top + 33} className="chart-name chart-number">
              {valueText(sumOf(row))}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
