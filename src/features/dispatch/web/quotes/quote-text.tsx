import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import type { Board } from "../../contract/board.ts";
import type { DeliveryQuotes, Reason } from "../../contract/quotes.ts";
import { useReasonText } from "./reason-text.ts";

/** A courier's quote with its place among all, or why they cannot take the delivery. */
export type CourierQuote =
  | ({ readonly kind: "fits"; readonly rank: number } & DeliveryQuotes["quotes"][number])
  | { readonly kind: "cannot"; readonly reasons: readonly Reason[] };

/** From here on a promise is told as kept, and below as tight. */
const SAFE = 0.9;

/** Says "+6 min, 0.8 km, 94 % on time", or why not. */
export function QuoteText({ quote, board }: { quote: CourierQuote; board: Board }) {
  const t = useWords("dispatch");
  const format = useFormat();
  const reasonText = useReasonText(board);
  if (quote.kind === "cannot")
    return (
      <span className="quote quote-cannot small">
        {quote.reasons.map(reasonText).join(" ") || t("quote.cannot")}
      </span>
    );
  const added = {
    time: format.duration(Math.max(0, quote.addedSeconds)),
    way: format.distance(Math.max(0, quote.addedMetres)),
  };
  return (
    <span className="quote small">
      <span className="figure">{t("quote.added", added)}</span>{" "}
      <span className={classes("figure", quote.pOnTime < SAFE && "quote-tight")}>
        {t("quote.on-time", { share: format.percent(Math.round(quote.pOnTime * 100) / 100) })}
      </span>{" "}
      <span className="quiet">{t("quote.at", { time: format.time(quote.eta, board.timezone) })}</span>
      {quote.rank === 0 && <span className="quote-best"> {t("quote.best")}</span>}
    </span>
  );
}
