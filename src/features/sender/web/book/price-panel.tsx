import type { ReactNode } from "react";
import type { Money } from "#contract/schemas.ts";
import type { Price } from "#features/quotes/contract/api.ts";
import { PriceTrace } from "#features/quotes/web/public.ts";
import { classes } from "#web/ui/class-names.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import "./steps.css";

export interface PanelLine {
  readonly icon: IconName;
  readonly name: string;
  /** It is a person's own text, in whatever script they write. */
  readonly own?: boolean;
  readonly text: string | undefined;
}

interface PricePanelProps {
  readonly lines: readonly PanelLine[];
  readonly price: Price | undefined;
  /** Stands in for the amount while there is none. */
  readonly instead: string;
  /** A newer amount is on its way. */
  readonly busy: boolean;
  /** Below what is booked, above the amount. */
  readonly children?: ReactNode;
  readonly action: ReactNode;
}

/** Summary of the booking and its price: a card beside the form, on a phone a bar at its foot. */
export function PricePanel({ lines, price, instead, busy, children, action }: PricePanelProps) {
  const t = useWords("sender");
  return (
    <aside className="book-price" aria-label={t("price.what")}>
      <div className="book-price-sheet">
        <dl>
          {lines.map((line) => (
            <Line key={line.name} {...line} />
          ))}
        </dl>
        {price && (
          <details>
            <summary>{t("price.trace")}</summary>
            <PriceTrace price={price} />
          </details>
        )}
        {children}
      </div>
      <PriceBar total={price?.total} instead={instead} busy={busy} action={action} />
    </aside>
  );
}

interface PriceBarProps extends Pick<PricePanelProps, "instead" | "busy" | "action"> {
  readonly total: Money | undefined;
}

/** The amount with what to do next. */
export function PriceBar({ total, instead, busy, action }: PriceBarProps) {
  const step = useWords("book");
  const format = useFormat();
  return (
    <div className="book-price-bar">
      <output className={classes("book-price-sum", busy && "busy")} aria-busy={busy}>
        {total ? (
          <>
            <span className="small quiet">{step("price.total")}</span>{" "}
            <strong className="figure">{format.money(total)}</strong>
          </>
        ) : (
          <span className="small quiet">{instead}</span>
        )}
      </output>
      {action}
    </div>
  );
}

function Line({ icon, name, own, text }: PanelLine) {
  if (text === undefined || text === "") return null;
  return (
    <div>
      <dt>
        <Icon name={icon} size="small" />
        {name}
      </dt>
      <dd>{own ? <bdi>{text}</bdi> : text}</dd>
    </div>
  );
}
