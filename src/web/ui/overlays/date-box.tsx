import "../styles/filter-box.css";

interface DateBoxProps {
  label: string;
  /** ISO day, or "" for none. */
  value: string;
  min?: string | undefined;
  max?: string | undefined;
  required?: boolean;
  onChange: (value: string) => void;
}

/** A day beside its label, as small as a filter. */
export function DateBox({ label, value, min, max, required, onChange }: DateBoxProps) {
  return (
    <label className="filter-box">
      <span className="quiet small">{label}</span>
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        required={required}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
