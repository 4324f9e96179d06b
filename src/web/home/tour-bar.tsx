import { type ReactNode, useEffect, useState } from "react";
import type { BrowserConfig } from "#contract/browser-config.ts";
import { demoApi } from "#contract/demo.ts";
import type { Role } from "#kernel/actor.ts";
import { call } from "../api/call.ts";
import { RefusalNote } from "../api/refusal-note.tsx";
import { useWords } from "../i18n/words.ts";
import { beginLogin } from "../session/begin-login.ts";
import { go } from "../shell/navigate.ts";
import { setTour, type Tour, TOUR_STEPS, type TourStep, useTour } from "./tour.ts";
import { Button } from "../ui/button.tsx";
import { Stepper } from "../ui/stepper.tsx";
import "./tour.css";

type People = BrowserConfig["demo"]["people"];

/** Nothing until somebody begins the walk. */
export function DemoTour(props: Omit<TourBarProps, "tour">): ReactNode {
  const tour = useTour();
  return tour ? <TourBar {...props} tour={tour} /> : null;
}

interface TourBarProps {
  readonly tour: Tour;
  readonly people: People;
  /** The path of the page below. */
  readonly place: string;
}

/** The address after a booking: `/book/done/<order>`. */
const BOOKED = /^\/book\/done\/([^/]+)/;

/** Says what to do at this step of the walk through the demo, and leads to the next one. */
export function TourBar({ tour, people, place }: TourBarProps): ReactNode {
  const t = useWords("home");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const nameOf = (role: Role): string => people.find((person) => person.role === role)?.name ?? "";
  const booked = BOOKED.exec(place)?.[1];
  useEffect(() => {
    if (booked !== undefined) setTour({ step: "assign", orderId: booked });
  }, [booked]);

  const { step, orderId } = tour;
  const names = { dispatcher: nameOf("dispatcher"), courier: nameOf("courier") };
  const lead = async () => {
    setBusy(true);
    setFailed(undefined);
    try {
      await leadTo(step, { people, orderId });
    } catch (error) {
      setFailed(error);
    }
    setBusy(false);
  };
  return (
    <section className="tour" aria-label={t("tour.title")}>
      {step !== "done" && (
        <Stepper
          label={t("tour.title")}
          steps={TOUR_STEPS.map((value) => ({ value, label: t(`tour.${value}`) }))}
          current={step}
          onStep={(value) => setTour({ ...tour, step: value })}
        />
      )}
      <div className="tour-now">
        <p>{t(`tour.${step}.text`, names)}</p>
        <div className="row gap-2">
          {step !== "done" && !isThere(step, place) && (
            <Button variant="filled" trailingIcon="arrow-forward" loading={busy} onClick={() => void lead()}>
              {t(`tour.${step}.go`, names)}
            </Button>
          )}
          {step !== "done" && (
            <Button variant="outlined" onClick={() => setTour({ ...tour, step: after(step) })}>
              {t(isThere(step, place) ? "tour.next" : "tour.skip")}
            </Button>
          )}
          <Button variant="text" onClick={() => setTour(undefined)}>
            {t("tour.end")}
          </Button>
        </div>
      </div>
      <RefusalNote error={failed} onRetry={() => void lead()} />
    </section>
  );
}

const after = (step: TourStep): Tour["step"] => TOUR_STEPS[TOUR_STEPS.indexOf(step) + 1] ?? "done";

/** Pages on which each step is done. A recipient's page is a document of its own, without the walk. */
const PLACES: Readonly<Record<TourStep, RegExp>> = {
  book: /^\/book/,
  assign: /^\/d\//,
  deliver: /^\/c(\/|$)/,
  follow: /^\/t\//,
};
const isThere = (step: TourStep, place: string): boolean => PLACES[step].test(place);

interface Lead {
  readonly people: People;
  readonly orderId: string | undefined;
}

/** Goes where a step is done, as the person who does it. @throws Problem where the demo refuses */
async function leadTo(step: Tour["step"], { people, orderId }: Lead): Promise<void> {
  const signIn = (role: Role, returnTo: string) => {
    const hint = people.find((person) => person.role === role)?.hint;
    return beginLogin({ returnTo, ...(hint !== undefined && { hint, prompt: "login" }) });
  };
  if (step === "book") return go("/book");
  if (step === "assign") return signIn("dispatcher", "/d/board");
  if (step === "deliver") return signIn("courier", "/c");
  const { path } = await call(demoApi.openTracking, { ...(orderId !== undefined && { orderId }) });
  setTour({ step: "done" });
  location.assign(path);
}
