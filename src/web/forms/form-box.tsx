import { type ReactNode, useSyncExternalStore } from "react";
import { RefusalNote } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { Banner } from "../ui/banner.tsx";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { faultText } from "./fault-text.ts";
import { type Form, focusInput } from "./use-form.ts";

type AnyForm = Form<never> | Form<never, never>;
/** A label that is a question needs no colon behind it. */
const ENDED = /[?؟!:…]$/;

/** Safe: these components use only what does not depend on the form's values. */
const plain = (form: unknown): AnyForm => form as AnyForm;

export interface FormBoxProps<V extends object, Out> {
  form: Form<V, Out>;
  children: ReactNode;
  label?: string;
  className?: string;
  /** In place of the plain sentence about what the server refused. */
  problem?: ReactNode;
  /** As `problem`, by the server's answer. */
  renderProblem?: (error: unknown) => ReactNode;
}

/** Id of the form, for a submit button outside of it. */
export const formIdOf = ({ id }: { id: string }): string => `${id}-form`;

/** The `<form>`: submits by Enter, and lists the errors on top after a refused submit. */
export function FormBox<V extends object, Out>({
  form,
  children,
  label,
  className = "stack gap-4",
  renderProblem,
  problem = <FormProblem form={form}>{renderProblem}</FormProblem>,
}: FormBoxProps<V, Out>) {
  return (
    <form
      id={formIdOf(form)}
      className={className}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.send();
      }}
    >
      <FormSummary form={form} />
      {children}
      {problem}
    </form>
  );
}

/** An input's label with its group's, where inputs of two groups bear the same: "Sender · Name". */
function labelOf(id: string, label: string): string {
  const legend = document.getElementById(id)?.closest("fieldset")?.querySelector("legend")?.textContent;
  return legend && legend !== label ? `${legend} · ${label}` : label;
}

/** Errors in one place after a refused submit: read out at once, each a link to its input. */
export function FormSummary<V extends object, Out>({ form }: { form: Form<V, Out> }) {
  const t = useWords("hall");
  const tries = useSyncExternalStore(form.subscribe, form.tries);
  useSyncExternalStore(form.subscribe, () =>
    form
      .errors()
      .map(({ path, code, label = "" }) => `${path}:${code}:${labelOf(`${form.id}-${path}`, label)}`)
      .join(),
  );
  const errors = form.errors();
  if (tries === 0 || errors.length === 0) return null;
  const lineOf = (label: string, error: string): string =>
    ENDED.test(label) ? `${label} ${error}` : t("forms.summary-line", { label, error });
  return (
    // A new key for every try makes screen readers speak it again.
    <div role="alert" key={tries}>
      <Banner tone="trouble">
        <p className="strong">{t("forms.summary", { n: errors.length })}</p>
        <ul>
          {errors.map((error) => (
            <li key={error.path}>
              <a
                href={`#${form.id}-${error.path}`}
                onClick={(event) => {
                  event.preventDefault();
                  focusInput(`${form.id}-${error.path}`);
                }}
              >
                {error.label === undefined
                  ? faultText(error)
                  : lineOf(labelOf(`${form.id}-${error.path}`, error.label), faultText(error))}
              </a>
            </li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

interface FormProblemProps<V extends object, Out> {
  form: Form<V, Out>;
  /** In place of the plain sentence. */
  children?: ((error: unknown) => ReactNode) | undefined;
}

/** The server's answer that belongs to no single input. */
export function FormProblem<V extends object, Out>({ form, children }: FormProblemProps<V, Out>) {
  const error = useSyncExternalStore(form.subscribe, form.problem);
  return children ? children(error) : <RefusalNote error={error} />;
}

export interface SubmitProps<V extends object, Out> extends Omit<
  ButtonProps,
  "type" | "loading" | "onClick" | "form"
> {
  form: Form<V, Out>;
}

/** Never disabled: pressing it is how one learns what is missing. */
export function SubmitButton<V extends object, Out>({
  form,
  variant = "filled",
  ...rest
}: SubmitProps<V, Out>) {
  const busy = useSyncExternalStore(plain(form).subscribe, plain(form).isBusy);
  return <Button {...rest} variant={variant} type="submit" loading={busy} />;
}
