import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { PlanFigures } from "../../contract/plans.ts";
import { TableFrame } from "#web/ui/table.tsx";

const ROWS = [
  ["seconds", "duration"],
  ["metres", "distance"],
  ["late", "number"],
  ["open", "number"],
  ["couriers", "number"],
  ["longestSeconds", "duration"],
  ["shortestSeconds", "duration"],
] as const satisfies readonly (readonly [keyof PlanFigures, "duration" | "distance" | "number"])[];

export interface FiguresTableProps {
  before: PlanFigures;
  after: PlanFigures;
  /** Of another plan. */
  other: PlanFigures | undefined;
}

/** A day in figures: as it is, with a plan, and with another one. */
export function FiguresTable({ before, after, other }: FiguresTableProps) {
  const t = useWords("planning");
  const format = useFormat();
  const textOf = (kind: "duration" | "distance" | "number", value: number): string =>
    value === 0 ? format.number(0) : format[kind](value);
  return (
    <TableFrame caption={t("fig.caption")}>
      <table className="table plan-figures">
        <caption className="hidden-text">{t("fig.caption")}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-text">{t("fig.what")}</span>
            </th>
            <th scope="col" className="number">
              {t("fig.now")}
            </th>
            <th scope="col" className="number">
              {t("fig.plan")}
            </th>
            {other && (
              <th scope="col" className="number">
                {t("fig.other")}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {ROWS.map(([name, kind]) => (
            <tr key={name}>
              <th scope="row">{t(`fig.${name}`)}</th>
              <td className="number">{textOf(kind, before[name])}</td>
              <td className="number strong">{textOf(kind, after[name])}</td>
              {other && <td className="number">{textOf(kind, other[name])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
