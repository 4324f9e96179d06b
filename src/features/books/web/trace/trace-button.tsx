import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { NumberText } from "#web/ui/figures.tsx";

/** Opens what is known of a payment. */
export type OnTrace = (payment: { readonly id: string; readonly number: string }) => void;

interface TraceButtonProps {
  id: string;
  number: string;
  onTrace: OnTrace;
}

/** The order's number, as the button that opens its payment. */
export function TraceButton({ id, number, onTrace }: TraceButtonProps) {
  const t = useWords("money");
  return (
    <Button
      variant="text"
      size="small"
      aria-label={t("trace.open", { number })}
      onClick={() => onTrace({ id, number })}
    >
      <NumberText>{number}</NumberText>
    </Button>
  );
}
