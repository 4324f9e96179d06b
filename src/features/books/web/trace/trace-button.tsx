import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberText } from "#web/ui/figures.tsx";

/** A payment by its id, with the number of its order. */
export interface Traced {
  readonly id: string;
  readonly number: string;
}

/** Opens what is known of a payment. */
export type OnTrace = (payment: Traced) => void;

/** The order's number, as the button that opens its payment. */
export function TraceButton({ payment, onTrace }: { payment: Traced; onTrace: OnTrace }) {
  const t = useWords("money");
  const { number } = payment;
  return (
    <Button
      variant="text"
      size="small"
      aria-label={t("trace.open", { number })}
      onClick={() => onTrace(payment)}
    >
      <NumberText>{number}</NumberText>
    </Button>
  );
}
