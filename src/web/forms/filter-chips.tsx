import { FilterChip } from "../ui/chip.tsx";

export interface FilterChipsProps<V extends string> {
  label: string;
  options: readonly { readonly value: V; readonly label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** Conditions of which exactly one is on. */
export function FilterChips<V extends string>({ label, options, value, onChange }: FilterChipsProps<V>) {
  return (
    <div className="row gap-2" role="group" aria-label={label}>
      {options.map((option) => (
        <FilterChip
          key={option.value}
          selected={option.value === value}
          onChange={() => onChange(option.value)}
        >
          {option.label}
        </FilterChip>
      ))}
    </div>
  );
}
