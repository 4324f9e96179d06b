import type { ReactNode } from "react";
import { PriceBar } from "#features/sender/web/public-parts.ts";
import { PriceTrace } from "#features/quotes/web/public.ts";
import type { Money } from "#contract/schemas.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import type { KeptDrop } from "./drops.ts";

interface TogetherPriceProps {
  readonly drops: readonly KeptDrop[];
  readonly total: Money | undefined;
  /** Stands in for a price while there is none. */
  readonly instead: string;
  readonly action: ReactNode;
}

/** The price of each drop with its lines, and their sum. */
export function TogetherPrice({ drops, total, instead, action }: TogetherPriceProps) {
  const t = useWords("order-entry");
  const sender = useWords("sender");
  const format = useFormat();
  return (
    <aside className="book-price" aria-label={sender("price.what")}>
      <div className="book-price-sheet">
        {drops.map((drop, at) => (
          <details key={at}>
            <summary>
              {t("drops.nth", { n: at + 1 })} <bdi>{drop.recipient.name || drop.dropoff?.label}</bdi> ·{" "}
              {drop.price ? <span className="figure">{format.money(drop.price.total)}</span> : instead}
            </summary>
            {drop.price && <PriceTrace price={drop.price} />}
          </details>
        ))}
      </div>
      <PriceBar total={total} instead={instead} busy={false} action={action} />
    </aside>
  );
}
