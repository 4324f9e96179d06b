import { type ReactNode, useId } from "react";
import { useWords } from "#web/i18n/words.ts";

interface TracePartProps {
  title: string;
  isEmpty: boolean;
  children: ReactNode;
}

/** One part of what is known of a payment, under its heading. */
export function TracePart({ title, isEmpty, children }: TracePartProps) {
  const t = useWords("money");
  const id = useId();
  return (
    <section className="stack gap-2" aria-labelledby={id}>
      <h3 className="strong" id={id}>
        {title}
      </h3>
      {isEmpty ? <p className="quiet small">{t("trace.none")}</p> : children}
    </section>
  );
}
