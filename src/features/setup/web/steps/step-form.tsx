import type { ReactNode } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { FormBox, SubmitButton } from "#web/forms/form-box.tsx";
import type { Form } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { usePass, type StepParts } from "../use-setup.ts";

interface StepFormProps<V extends object, Out> extends Pick<StepParts, "step" | "onPassed"> {
  form: Form<V, Out>;
  children: ReactNode;
  /** In place of "Save and go on". */
  does?: string;
  /** In place of "Leave as it is"; a step without it must be filled in. */
  skip?: string;
}

/** Inputs of one step, with what saves them and what leaves the step as it is. */
export function StepForm<V extends object, Out>({
  form,
  children,
  does,
  skip,
  ...parts
}: StepFormProps<V, Out>) {
  const t = useWords("setup");
  const pass = usePass(parts);
  return (
    <FormBox form={form}>
      {children}
      <div className="row gap-2">
        <SubmitButton form={form}>{does ?? t("go.save")}</SubmitButton>
        {skip !== undefined && (
          <Button variant="text" loading={pass.isPending} onClick={pass.press}>
            {skip}
          </Button>
        )}
      </div>
      <RefusalNote error={pass.error} onRetry={pass.press} />
    </FormBox>
  );
}

interface SetStepProps extends Pick<StepParts, "step" | "onPassed"> {
  children: ReactNode;
  /** Page that edits it further. */
  href: string;
  edit: string;
  does?: string;
}

/** A step that is set up: the way to its page, and on. */
export function SetStep({ children, href, edit, does, ...parts }: SetStepProps) {
  const t = useWords("setup");
  const pass = usePass(parts);
  return (
    <div className="stack gap-4">
      {children}
      <div className="row gap-2">
        <Button variant="filled" loading={pass.isPending} onClick={pass.press}>
          {does ?? t("go.on")}
        </Button>
        <Button variant="text" icon="edit" href={href}>
          {edit}
        </Button>
      </div>
      <RefusalNote error={pass.error} onRetry={pass.press} />
    </div>
  );
}
