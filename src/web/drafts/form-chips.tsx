import { FilterChip } from "#web/ui/chip.tsx";
import { FieldNote } from "#web/ui/field-frame.tsx";
import type { PathOf } from "#web/forms/path.ts";
import { type Form, useField } from "#web/forms/use-form.ts";

interface FormChipsProps<V extends object, C extends string | number> {
  form: Form<V, never> | Form<V>;
  /** Name of a list of codes. */
  name: PathOf<V>;
  label: string;
  options: readonly (readonly [C, string])[];
}

/** Several of a few, each a button. */
export function FormChips<V extends object, C extends string | number>(props: FormChipsProps<V, C>) {
  const { label, options } = props;
  const { id, value, onChange, onBlur, error } = useField(props.form, props.name, label);
  // Safe: the caller's options are the codes that the list of this name may hold.
  const chosen = value as readonly C[];
  const toggle = (code: C, on: boolean) => {
    const next = on ? [...chosen, code] : chosen.filter((one) => one !== code);
    onChange(next as typeof value);
  };
  return (
    <fieldset
      className="form-chips"
      id={id}
      tabIndex={-1}
      aria-describedby={error === undefined ? undefined : `${id}-note`}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur()}
    >
      <legend className="field-label">{label}</legend>
      <div className="row gap-2">
        {options.map(([code, text]) => (
          <FilterChip key={code} selected={chosen.includes(code)} onChange={(on) => toggle(code, on)}>
            {text}
          </FilterChip>
        ))}
      </div>
      <FieldNote id={id} error={error} />
    </fieldset>
  );
}
