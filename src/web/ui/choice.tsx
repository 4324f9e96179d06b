import "./styles/choice.css";
import { type ReactNode, useId } from "react";
import { classes } from "./class-names.ts";
import { FieldNote } from "./field-frame.tsx";
import { Icon, type IconName } from "./icon.tsx";
import type { Option } from "./select.tsx";

export interface CheckboxProps {
  id?: string;
  name?: string;
  label: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  onBlur?: () => void;
  hint?: string | undefined;
  error?: string;
  disabled?: boolean;
  /** Some but not all of a group. */
  mixed?: boolean;
  /** Keeps the label for screen readers only, e.g. in a table. */
  labelHidden?: boolean;
}

function Toggle(props: CheckboxProps & { look: "checkbox" | "switch" }) {
  const { look, label, checked, onChange, hint, error, mixed = false, labelHidden, id, ...native } = props;
  const made = useId();
  const own = id ?? made;
  const noted = hint !== undefined || error !== undefined;
  return (
    <div className={classes("choice", error !== undefined && "field-wrong")}>
      <label className="choice-row">
        <input
          {...native}
          id={own}
          className={look}
          type="checkbox"
          role={look === "switch" ? "switch" : undefined}
          checked={checked}
          ref={(box) => {
            if (box) box.indeterminate = mixed;
          }}
          aria-describedby={noted ? `${own}-note` : undefined}
          aria-invalid={error === undefined ? undefined : true}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className={labelHidden ? "hidden-text" : undefined}>{label}</span>
      </label>
      <FieldNote id={own} hint={hint} error={error} />
    </div>
  );
}

export const Checkbox = (props: CheckboxProps) => <Toggle {...props} look="checkbox" />;
export const Switch = (props: CheckboxProps) => <Toggle {...props} look="switch" />;

export interface RadioOption<V extends string> extends Omit<Option<V>, "detail"> {
  icon?: IconName;
  /** Second line. */
  detail?: ReactNode;
  /** At the far end, e.g. a price. */
  end?: ReactNode;
}

export interface RadioGroupProps<V extends string> {
  id?: string;
  name?: string;
  label: string;
  value: V | "";
  onChange: (value: V) => void;
  onBlur?: () => void;
  options: readonly RadioOption<V>[];
  hint?: string;
  error?: string;
  required?: boolean;
  /** `cards` are big choices with room for a second line; `row` puts them side by side. */
  look?: "list" | "cards" | "row";
  /** Options after the first so many lie folded under these words, opened while one of them is chosen. */
  fold?: { after: number; label: string };
}

export function RadioGroup<V extends string>(props: RadioGroupProps<V>) {
  const { label, value, onChange, onBlur, options, hint, error, look = "list", fold } = props;
  const first = fold === undefined ? options : options.slice(0, fold.after);
  const rest = options.slice(first.length);
  const made = useId();
  const id = props.id ?? made;
  const row = (option: RadioOption<V>) => (
    <label className="choice-row" key={option.value}>
      <input
        className="radio"
        type="radio"
        name={props.name ?? id}
        value={option.value}
        checked={option.value === value}
        disabled={option.disabled}
        onChange={() => onChange(option.value)}
      />
      {option.icon && <Icon name={option.icon} />}
      <span className="choice-text">
        <span>{option.label}</span>
        {option.detail !== undefined && <span className="quiet small">{option.detail}</span>}
      </span>
      {option.end !== undefined && <span className="choice-end">{option.end}</span>}
    </label>
  );
  const noted = hint !== undefined || error !== undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only hears that focus left the group
    <fieldset
      className={classes("radios", `radios-${look}`, error !== undefined && "field-wrong")}
      id={id}
      tabIndex={-1}
      aria-describedby={noted ? `${id}-note` : undefined}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur?.()}
    >
      <legend className="field-label">{label}</legend>
      {first.map(row)}
      {fold !== undefined && rest.length > 0 && (
        <details className="radios-more" open={rest.some((option) => option.value === value)}>
          <summary>{fold.label}</summary>
          {rest.map(row)}
        </details>
      )}
      <FieldNote id={id} hint={hint} error={error} />
    </fieldset>
  );
}
