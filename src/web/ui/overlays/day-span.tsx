import { FilterChip } from "../chip.tsx";
import { DateBox } from "./date-box.tsx";

interface DaySpanProps<S extends string> {
  label: string;
  /** Spans on offer, in their order; "own" is chosen by the calendar. */
  spans: readonly S[];
  chosen: S;
  textOf: (span: S) => string;
  days: { readonly from: string; readonly to: string };
  /** Last day that may be chosen. */
  last: string;
  words: { readonly from: string; readonly to: string };
  onSpan: (span: S) => void;
  onDays: (days: { from: string } | { to: string }) => void;
}

/** Chooses some days, by a span or by the calendar. */
export function DaySpan<S extends string>(props: DaySpanProps<S>) {
  const { label, spans, chosen, textOf, days, last, words, onSpan, onDays } = props;
  return (
    <div className="row gap-2" role="group" aria-label={label}>
      {spans.map((span) => (
        <FilterChip key={span} selected={span === chosen} onChange={() => onSpan(span)}>
          {textOf(span)}
        </FilterChip>
      ))}
      {chosen === "own" && (
        <>
          <DateBox
            label={words.from}
            value={days.from}
            max={days.to}
            onChange={(from) => from !== "" && onDays({ from })}
          />
          <DateBox
            label={words.to}
            value={days.to}
            min={days.from}
            max={last}
            onChange={(to) => to !== "" && onDays({ to })}
          />
        </>
      )}
    </div>
  );
}
