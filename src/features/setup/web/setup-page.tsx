import { useEffect } from "react";
import type { PageProps } from "#web/shell/pages.ts";
import { ProblemMessage, RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Setup } from "../contract/api.ts";
import { SETUP_STEPS, type SetupStep } from "../domain/steps.ts";
import type { SetupSearch } from "./setup-search.ts";
import { DemoCard } from "./demo-card.tsx";
import { StepList } from "./step-list.tsx";
import { AreaStep } from "./steps/area-step.tsx";
import { FinishStep } from "./steps/finish-step.tsx";
import { HoursStep } from "./steps/hours-step.tsx";
import { MoneyStep } from "./steps/money-step.tsx";
import { NameStep } from "./steps/name-step.tsx";
import { PeopleStep } from "./steps/people-step.tsx";
import { PriceStep } from "./steps/price-step.tsx";
import { VehiclesStep } from "./steps/vehicles-step.tsx";
import { type StepParts, useSetup } from "./use-setup.ts";
import "./setup.css";

const STEPS = {
  name: NameStep,
  money: MoneyStep,
  area: AreaStep,
  hours: HoursStep,
  vehicles: VehiclesStep,
  people: PeopleStep,
  price: PriceStep,
  finish: FinishStep,
} satisfies Record<SetupStep, (parts: StepParts) => React.ReactNode>;

/** The step in the address, else the first that is to do. */
const shownStep = (wanted: SetupSearch["step"], { steps }: Setup): SetupStep =>
  wanted === "" ? (steps.find(({ state }) => state === "open")?.step ?? "finish") : wanted;

/** Leads an administrator from an empty installation to a shop that takes bookings. */
export function SetupPage({ search, setSearch }: PageProps<object, SetupSearch>) {
  const t = useWords("setup");
  const { setup, take } = useSetup();
  const again = () => void setup.refetch();
  const { data } = setup;
  useEffect(() => {
    // The first open step is chosen once: what is set up in it must not lead away from it.
    if (data && search.step === "") setSearch({ step: shownStep("", data) }, { replace: true });
  }, [data, search.step, setSearch]);
  if (!setup.data)
    return (
      <>
        <PageHeader title={t("title")} />
        {setup.isPending ? (
          <Skeleton look="rows" lines={6} />
        ) : (
          <ProblemMessage error={setup.error} onRetry={again} />
        )}
      </>
    );
  const step = shownStep(search.step, setup.data);
  const onStep = (next: SetupStep) => setSearch({ step: next });
  const Step = STEPS[step];
  return (
    <div className="setup">
      <PageHeader title={t("head", { org: setup.data.organisation.name })} detail={t("head-text")} />
      <RefusalNote error={setup.error} onRetry={again} />
      {setup.data.lacksLaterPrices && (
        <Banner
          tone="warning"
          actions={
            <Button variant="tonal" icon="add" href="/a/prices?add=later">
              {t("later.add")}
            </Button>
          }
        >
          {t("ready.later.bad")}
        </Banner>
      )}
      <div className="setup-columns">
        <StepList setup={setup.data} current={step} />
        <Card title={t(`step.${step}`)} className="setup-step" key={step}>
          <Step
            setup={setup.data}
            step={step}
            onFresh={take}
            onStep={onStep}
            onPassed={(fresh) => {
              take(fresh);
              const next = SETUP_STEPS[SETUP_STEPS.indexOf(step) + 1];
              if (next) onStep(next);
            }}
          />
        </Card>
      </div>
      <DemoCard />
    </div>
  );
}
