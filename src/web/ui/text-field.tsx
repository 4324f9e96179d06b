import type { ComponentProps, ReactNode, Ref } from "react";
import { FieldFrame, type FieldFrameProps } from "./field-frame.tsx";
import { Icon, type IconName } from "./icon.tsx";

type Native = Pick<
  ComponentProps<"input">,
  | "autoComplete"
  | "inputMode"
  | "maxLength"
  | "placeholder"
  | "min"
  | "max"
  | "step"
  | "autoFocus"
  | "enterKeyHint"
  | "spellCheck"
>;

export interface TextFieldProps extends FieldFrameProps, Native {
  id?: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  type?: "text" | "email" | "tel" | "search" | "date" | "time" | "number" | "password";
  icon?: IconName;
  /** Short unit or sign before or after the text, e.g. "kg". */
  prefix?: ReactNode;
  suffix?: ReactNode;
  disabled?: boolean;
  readOnly?: boolean;
  /** Direction of the language that the text is in, where the text's own first letters may mislead. */
  dir?: "ltr" | "rtl";
  inputRef?: Ref<HTMLInputElement>;
}

/** The browser gives these a shape of its own; all others hold a person's text, in whatever script they write. */
const SHAPED: ReadonlySet<string | undefined> = new Set(["date", "time", "number"]);

export function TextField(props: TextFieldProps) {
  const {
    id,
    label,
    hint,
    error,
    required,
    value,
    onChange,
    onBlur,
    icon,
    prefix,
    suffix,
    dir = "auto",
    inputRef,
    ...native
  } = props;
  return (
    <FieldFrame label={label} {...definedOf({ id, hint, error, required })}>
      {(control) => (
        <span className="field-box">
          {icon && <Icon name={icon} />}
          {prefix !== undefined && <span className="field-affix">{prefix}</span>}
          <input
            {...native}
            {...control}
            dir={SHAPED.has(native.type) ? undefined : dir}
            ref={inputRef}
            value={value}
            onChange={(e) => onChange(e.target.value)}
            onBlur={onBlur}
          />
          {suffix !== undefined && <span className="field-affix">{suffix}</span>}
        </span>
      )}
    </FieldFrame>
  );
}

export interface TextAreaProps extends FieldFrameProps {
  id?: string;
  name?: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  disabled?: boolean;
  /** As that of a text field. */
  dir?: "ltr" | "rtl";
}

export function TextArea(props: TextAreaProps) {
  const {
    id,
    label,
    hint,
    error,
    required,
    value,
    onChange,
    onBlur,
    rows = 3,
    dir = "auto",
    ...native
  } = props;
  return (
    <FieldFrame label={label} {...definedOf({ id, hint, error, required })}>
      {(control) => (
        <span className="field-box">
          <textarea
            {...native}
            {...control}
            dir={dir}
            rows={rows}
            value={value}
            onChange={(e) => onChange(e.target.value)}
            onBlur={onBlur}
          />
        </span>
      )}
    </FieldFrame>
  );
}

/** Drops what is undefined, for props that may be absent but not undefined. */
export function definedOf<T extends object>(props: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Safe: only keys whose value is defined remain.
  return Object.fromEntries(Object.entries(props).filter(([, v]) => v !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
