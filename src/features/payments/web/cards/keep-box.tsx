import { useWords } from "#web/i18n/words.ts";
import { useConfig } from "#web/session/config.ts";
import { Checkbox } from "#web/ui/choice.tsx";
import type { KeepWish } from "../bank.ts";
import "./words.ts";

export interface KeepBoxProps {
  readonly wish: KeepWish;
  readonly disabled: boolean;
  readonly onChange: (wish: KeepWish) => void;
}

/**
 * Whether the card is kept for the next booking, and, where the operator does that, whether it may be charged while its
 * holder is away: two sentences, never ticked by anybody but its holder.
 */
export function KeepBox({ wish, disabled, onChange }: KeepBoxProps) {
  const t = useWords("cards");
  const chargesAway = useConfig().payment.chargesAway === true;
  return (
    <>
      <Checkbox
        checked={wish !== false}
        disabled={disabled}
        onChange={onChange}
        label={t("keep.label")}
        hint={t(chargesAway ? "keep.hint-away" : "keep.hint")}
      />
      {chargesAway && wish !== false && (
        <Checkbox
          checked={wish === "away"}
          disabled={disabled}
          onChange={(agreed) => onChange(agreed ? "away" : true)}
          label={t("away.label")}
          hint={t("away.hint")}
        />
      )}
    </>
  );
}
