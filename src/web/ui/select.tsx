import { FieldFrame, type FieldFrameProps } from "./field-frame.tsx";
import { Icon } from "./icon.tsx";
import { definedOf } from "./text-field.tsx";

export interface Option<V extends string = string> {
  value: V;
  label: string;
  /** Second line, where the control has room for one. */
  detail?: string;
  disabled?: boolean;
}

export interface SelectProps<V extends string> extends FieldFrameProps {
  id?: string;
  name?: string;
  value: V | "";
  onChange: (value: V) => void;
  onBlur?: () => void;
  options: readonly Option<V>[];
  /** Shown while nothing is chosen. */
  placeholder?: string;
  disabled?: boolean;
}

export function Select<V extends string>(props: SelectProps<V>) {
  const { id, label, hint, error, required, options, onChange, placeholder, ...native } = props;
  const choose = (value: string) => {
    const chosen = options.find((option) => option.value === value);
    if (chosen) onChange(chosen.value);
  };
  return (
    <FieldFrame label={label} {...definedOf({ id, hint, error, required })}>
      {(control) => (
        <span className="field-box">
          <select {...native} {...control} onChange={(event) => choose(event.target.value)}>
            {(placeholder !== undefined || props.value === "") && (
              <option value="" disabled>
                {placeholder ?? ""}
              </option>
            )}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="down" />
        </span>
      )}
    </FieldFrame>
  );
}
