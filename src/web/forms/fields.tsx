import { isE164, toE164 } from "#kernel/phone.ts";
import { useConfigIfThere } from "../session/config.ts";
import { Checkbox, type CheckboxProps, RadioGroup, type RadioGroupProps, Switch } from "../ui/choice.tsx";
import { Select, type SelectProps } from "../ui/select.tsx";
import { TextArea, type TextAreaProps, TextField, type TextFieldProps } from "../ui/text-field.tsx";
import type { PathOf, ValueAt } from "./path.ts";
import { type Form, useField } from "./use-form.ts";

type Own = "value" | "onChange" | "onBlur" | "error" | "id" | "name" | "checked";

/** Names of the form's values that hold a `T`. */
export type PathTo<V, T> = { [P in PathOf<V>]: ValueAt<V, P> extends T ? P : never }[PathOf<V>];

interface Bound<V extends object, T> {
  form: Form<V, never> | Form<V>;
  name: PathTo<V, T>;
}

/** Safe: `PathTo` admits only names whose value is a `T`. */
function useTyped<V extends object, T>(form: Form<V, never> | Form<V>, name: string, label: string) {
  const field = useField(form, name as PathOf<V>, label);
  return field as unknown as {
    id: string;
    name: string;
    value: T;
    onChange: (value: T) => void;
    onBlur: () => void;
    error?: string;
  };
}

export function FormText<V extends object>({
  form,
  name,
  ...rest
}: Bound<V, string> & Omit<TextFieldProps, Own>) {
  return <TextField {...rest} {...useTyped<V, string>(form, name, rest.label)} />;
}

/**
 * Formats a number as E.164 when its box is left, also from our country's way of writing; anything else stays as
 * typed.
 */
export function FormPhone<V extends object>({
  form,
  name,
  ...rest
}: Bound<V, string> & Omit<TextFieldProps, Own | "type">) {
  const field = useTyped<V, string>(form, name, rest.label);
  const plan = useConfigIfThere()?.phone;
  const leave = () => {
    const read = toE164(field.value, plan);
    if (isE164(read)) field.onChange(read);
    field.onBlur();
  };
  return <TextField autoComplete="tel" {...rest} {...field} type="tel" inputMode="tel" onBlur={leave} />;
}

export function FormArea<V extends object>({
  form,
  name,
  ...rest
}: Bound<V, string> & Omit<TextAreaProps, Own>) {
  return <TextArea {...rest} {...useTyped<V, string>(form, name, rest.label)} />;
}

/** Options for this name: its values without the blank. */
type Choice<V, P extends PathTo<V, string>> = Exclude<ValueAt<V, P>, ""> & string;
interface BoundChoice<V extends object, P extends PathTo<V, string>> {
  form: Form<V, never> | Form<V>;
  name: P;
}

export function FormSelect<V extends object, P extends PathTo<V, string>>({
  form,
  name,
  ...rest
}: BoundChoice<V, P> & Omit<SelectProps<Choice<V, P>>, Own>) {
  return <Select {...rest} {...useTyped<V, Choice<V, P>>(form, name, rest.label)} />;
}

export function FormRadio<V extends object, P extends PathTo<V, string>>({
  form,
  name,
  ...rest
}: BoundChoice<V, P> & Omit<RadioGroupProps<Choice<V, P>>, Own>) {
  return <RadioGroup {...rest} {...useTyped<V, Choice<V, P>>(form, name, rest.label)} />;
}

type Tick<V extends object> = Bound<V, boolean> & Omit<CheckboxProps, Own | "label"> & { label: string };

export function FormCheckbox<V extends object>({ form, name, ...rest }: Tick<V>) {
  const { value, ...field } = useTyped<V, boolean>(form, name, rest.label);
  return <Checkbox {...rest} {...field} checked={value} />;
}

export function FormSwitch<V extends object>({ form, name, ...rest }: Tick<V>) {
  const { value, ...field } = useTyped<V, boolean>(form, name, rest.label);
  return <Switch {...rest} {...field} checked={value} />;
}
