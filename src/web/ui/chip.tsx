import type { ReactNode } from "react";
import { useWords } from "../i18n/words.ts";
import { Icon, type IconName } from "./icon.tsx";

export interface FilterChipProps {
  children: ReactNode;
  selected: boolean;
  onChange: (selected: boolean) => void;
  icon?: IconName;
  /** How many rows it would leave. */
  count?: number;
  /** Says which rows it leaves, for a pointer that rests and for ears. */
  means?: string;
}

/** One condition that can be on or off. */
export function FilterChip({ children, selected, onChange, icon, count, means }: FilterChipProps) {
  const shown = selected ? "check" : icon;
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={selected}
      title={means}
      onClick={() => onChange(!selected)}
    >
      {shown && <Icon name={shown} size="small" />}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
    </button>
  );
}

export interface ChipProps {
  children: ReactNode;
  icon?: IconName;
  /** Gives it a button that takes it away. */
  onRemove?: () => void;
}

export function Chip({ children, icon, onRemove }: ChipProps) {
  const t = useWords("hall");
  return (
    <span className="chip chip-still">
      {icon && <Icon name={icon} size="small" />}
      {children}
      {onRemove && (
        <button type="button" className="chip-remove" aria-label={t("ui.remove")} onClick={onRemove}>
          <Icon name="close" size="small" />
        </button>
      )}
    </span>
  );
}
