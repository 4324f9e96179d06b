import { useWords } from "#web/i18n/words.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import type { Setup } from "../contract/api.ts";
import type { SetupStep, StepState } from "../domain/steps.ts";

const ICON: Readonly<Record<StepState, IconName>> = {
  done: "check-circle",
  left: "arrow-forward",
  open: "pause",
};

/** All steps with their states, each a link to it. */
export function StepList({ setup, current }: { setup: Setup; current: SetupStep }) {
  const t = useWords("setup");
  return (
    <nav aria-label={t("steps")} className="setup-list">
      <ol>
        {setup.steps.map(({ step, state }, at) => (
          <li key={step} className={`setup-${state}`}>
            <a href={`/a/start?step=${step}`} aria-current={step === current ? "step" : undefined}>
              {state === "open" ? (
                <span className="setup-number" aria-hidden="true">
                  {at + 1}
                </span>
              ) : (
                <Icon name={ICON[state]} />
              )}
              <span>{t(`step.${step}`)}</span>
              <span className="hidden-text">{t(`state.${state}`)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
