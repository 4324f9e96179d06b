import type { PlanWishes, Wish } from "#kernel/plan-wishes.ts";
import { useWords } from "#web/i18n/words.ts";
import { RadioGroup } from "#web/ui/choice.tsx";

const NAMES = ["kilometres", "punctuality", "fairness", "fewChanges"] as const;
const STEPS = ["0", "1", "2", "3"] as const;

/** Wishes for a plan, each from "no matter" to "most of all". */
export function WishFields({
  wishes,
  onChange,
}: {
  wishes: PlanWishes;
  onChange: (wishes: PlanWishes) => void;
}) {
  const t = useWords("planning");
  return (
    <div className="plan-wishes">
      {NAMES.map((name) => (
        <RadioGroup
          key={name}
          look="row"
          label={t(`wish.${name}`)}
          value={STEPS[wishes[name]]}
          onChange={(step) => onChange({ ...wishes, [name]: wishOf(step) })}
          options={STEPS.map((value) => ({ value, label: t(`wish.${value}`) }))}
        />
      ))}
    </div>
  );
}

const WISHES: Readonly<Record<(typeof STEPS)[number], Wish>> = { "0": 0, "1": 1, "2": 2, "3": 3 };
const wishOf = (step: (typeof STEPS)[number]): Wish => WISHES[step];
