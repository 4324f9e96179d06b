import "./styles/stepper.css";
import { useWords } from "../i18n/words.ts";
import { Icon } from "./icon.tsx";

export interface Step<V extends string> {
  value: V;
  label: string;
}

export interface StepperProps<V extends string> {
  label: string;
  steps: readonly Step<V>[];
  current: V;
  /** Leads back to a step already done. */
  onStep?: (value: V) => void;
}

/** Position in a flow; done steps can be visited again. */
export function Stepper<V extends string>({ label, steps, current, onStep }: StepperProps<V>) {
  const t = useWords("hall");
  const at = steps.findIndex((step) => step.value === current);
  return (
    <nav aria-label={label} className="stepper">
      <p className="stepper-count">{t("ui.step", { at: at + 1, of: steps.length })}</p>
      <ol>
        {steps.map((step, n) => (
          <li
            key={step.value}
            className={n < at ? "done" : n === at ? "now" : "ahead"}
            aria-current={n === at ? "step" : undefined}
          >
            {n < at && onStep ? (
              <button type="button" onClick={() => onStep(step.value)}>
                <Icon name="check" size="small" />
                {step.label}
              </button>
            ) : (
              <span>
                {n < at && <Icon name="check" size="small" />}
                {step.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
