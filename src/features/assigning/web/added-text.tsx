import type { ReactNode } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";

interface Added {
  readonly addedSeconds: number;
  readonly addedMetres: number;
  /** Promises that would break. */
  readonly late: readonly string[];
  readonly at: string;
}

/** Says "+6 min · 0.8 km · breaks 1 promise · begins at 13:05". */
export function AddedText({ added, zone, children }: { added: Added; zone: string; children?: ReactNode }) {
  const t = useWords("assigning");
  const shared = useWords("dispatch");
  const format = useFormat();
  const { addedSeconds, addedMetres, late, at } = added;
  const way = {
    time: format.duration(Math.max(0, addedSeconds)),
    way: format.distance(Math.max(0, addedMetres)),
  };
  return (
    <span className="quote small">
      <span className="figure">{shared("quote.added", way)}</span>{" "}
      <span className={classes(late.length > 0 && "quote-tight")}>{t("added.late", { n: late.length })}</span>{" "}
      <span className="quiet">{t("added.at", { time: format.time(at, zone) })}</span>
      {children}
    </span>
  );
}
