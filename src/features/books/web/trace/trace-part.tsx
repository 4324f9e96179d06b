import { type ReactNode, useId } from "react";
import { useWords } from "#web/i18n/words.ts";
import { List } from "#web/ui/list.tsx";

/** One part of what is known of a payment, under its heading. */
export function TracePart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h3 className="strong" id={id}>
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Stands where a part holds nothing. */
export function NoneSoFar() {
  const t = useWords("money");
  return <p className="quiet small">{t("trace.none")}</p>;
}

interface TraceListProps<T> {
  title: string;
  items: readonly T[];
  keyOf: (item: T) => string | number;
  children: (item: T) => ReactNode;
}

/** A part that is a list. */
export function TraceList<T>({ title, items, keyOf, children }: TraceListProps<T>) {
  return (
    <TracePart title={title}>
      {items.length === 0 ? (
        <NoneSoFar />
      ) : (
        <List label={title}>
          {items.map((item) => (
            <li className="trace-row" key={keyOf(item)}>
              {children(item)}
            </li>
          ))}
        </List>
      )}
    </TracePart>
  );
}

/** A line of a row whose ends stand apart. */
export const Ends = ({ children }: { children: ReactNode }) => (
  <span className="row gap-2 spread-between">{children}</span>
);
