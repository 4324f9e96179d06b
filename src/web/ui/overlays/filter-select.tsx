import "../styles/filter-box.css";
import { Icon } from "../icon.tsx";

interface FilterSelectProps<V extends string> {
  /** Heard, not shown. */
  label: string;
  options: readonly (readonly [value: V, label: string])[];
  value: V;
  onChange: (value: V) => void;
}

/** A choice as small as a filter. */
export function FilterSelect<V extends string>({ label, options, value, onChange }: FilterSelectProps<V>) {
  const choose = (chosen: string) => {
    const found = options.find(([one]) => one === chosen);
    if (found) onChange(found[0]);
  };
  return (
    <label className="filter-box">
      <span className="hidden-text">{label}</span>
      <select value={value} onChange={(event) => choose(event.target.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="down" size="small" />
    </label>
  );
}
