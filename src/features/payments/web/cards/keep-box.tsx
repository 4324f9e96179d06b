import { useWords } from "#web/i18n/words.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import "./words.ts";

export interface KeepBoxProps {
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (wish: boolean) => void;
}

/** Whether the card is kept for the next booking: never ticked by anybody but its holder. */
export function KeepBox(props: KeepBoxProps) {
  const t = useWords("cards");
  return <Checkbox {...props} label={t("keep.label")} hint={t("keep.hint")} />;
}
