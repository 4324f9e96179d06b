import "./styles/field.css";
import { type ReactNode, useId } from "react";
import { classes } from "./class-names.ts";
import { Icon } from "./icon.tsx";

export interface FieldFrameProps {
  label: string;
  /** Help to read before typing. */
  hint?: string;
  /** The fault, in the reader's words; present only once it should be shown. */
  error?: string;
  required?: boolean;
}

export interface ControlAttributes {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

/** Label, control, hint and error of one field, wired for screen readers. */
export function FieldFrame(
  props: FieldFrameProps & {
    id?: string;
    className?: string;
    children: (control: ControlAttributes) => ReactNode;
  },
) {
  const made = useId();
  const id = props.id ?? made;
  const note = props.error ?? props.hint;
  const control: ControlAttributes = {
    id,
    "aria-describedby": note === undefined ? undefined : `${id}-note`,
    "aria-invalid": props.error === undefined ? undefined : true,
    "aria-required": props.required ? true : undefined,
  };
  return (
    <div className={classes("field", props.error !== undefined && "field-wrong", props.className)}>
      <label className="field-label" htmlFor={id}>
        {props.label}
      </label>
      {props.children(control)}
      <FieldNote id={id} hint={props.hint} error={props.error} />
    </div>
  );
}

export function FieldNote({
  id,
  hint,
  error,
}: {
  id: string;
  hint?: string | undefined;
  error?: string | undefined;
}) {
  if (error === undefined && hint === undefined) return null;
  return (
    <p className={error === undefined ? "field-hint" : "field-error"} id={`${id}-note`}>
      {error !== undefined && <Icon name="error" size="small" />}
      {error ?? hint}
    </p>
  );
}
