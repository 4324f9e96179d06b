import { useWords } from "#web/i18n/words.ts";
import { Stepper } from "#web/ui/stepper.tsx";
import { STEPS } from "./steps.ts";
import type { BookStep } from "./steps.ts";

/** The three steps, from the first page to the payment. */
export function BookSteps({ current, onStep }: { current: BookStep; onStep?: (to: BookStep) => void }) {
  const t = useWords("sender");
  return (
    <Stepper
      label={t("book.steps")}
      current={current}
      steps={STEPS.map((value) => ({ value, label: t(`book.step.${value}`) }))}
      {...(onStep && { onStep })}
    />
  );
}
