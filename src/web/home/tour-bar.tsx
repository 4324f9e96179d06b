import { type ReactNode, useEffect, useId, useState } from "react";
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
import { Icon } from "../ui/icon.tsx";
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

/** Names this step of the walk through the demo, says on demand what to do, and leads to the next one. */
export function TourBar({ tour, people, place }: TourBarProps): ReactNode {
  const t = useWords("home");
  const booked = BOOKED.exec(place)?.[1];
  useEffect(() => {
    if (booked !== undefined) setTour({ step: "assign", orderId: booked });
  }, [booked]);
  const { step } = tour;
  return (
    <section className="tour" aria-label={t("tour.title")}>
      {step === "done" ? (
        <div className="tour-line">
          <p>{t("tour.done.text")}</p>
          <End />
        </div>
      ) : (
        <StepLine tour={{ ...tour, step }} people={people} place={place} />
      )}
    </section>
  );
}

interface StepProps extends TourBarProps {
  readonly tour: Tour & { readonly step: TourStep };
}

function StepLine({ tour, people, place }: StepProps): ReactNode {
  const t = useWords("home");
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<unknown>();
  const [isOpen, setOpen] = useState(() => isWide() || place === "/");
  const more = useId();
  const { step, orderId } = tour;
  const names = namesIn(people);
  const there = isThere(step, place);
  const lead = async () => {
    setOpen(isWide());
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
    <>
      <div className="tour-line">
        <button
          type="button"
          className="tour-toggle"
          aria-expanded={isOpen}
          aria-controls={more}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{`${TOUR_STEPS.indexOf(step) + 1}/${TOUR_STEPS.length}`}</span>
          <b>{t(`tour.${step}`)}</b>
          <Icon name={isOpen ? "up" : "down"} />
        </button>
        {there ? (
          <Button variant="outlined" onClick={() => setTour({ ...tour, step: after(step) })}>
            {t("tour.next")}
          </Button>
        ) : (
          <Button variant="filled" trailingIcon="arrow-forward" loading={busy} onClick={() => void lead()}>
            <span className={isOpen ? undefined : "tour-long"}>{t(`tour.${step}.go`, names)}</span>
            {!isOpen && <span className="tour-short">{t("tour.go")}</span>}
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="tour-more" id={more}>
          <Steps tour={tour} />
          <p>{t(`tour.${step}.text`, names)}</p>
          <div className="row gap-2">
            {!there && (
              <Button variant="outlined" onClick={() => setTour({ ...tour, step: after(step) })}>
                {t("tour.skip")}
              </Button>
            )}
            <End />
          </div>
        </div>
      )}
      <RefusalNote error={failed} onRetry={() => void lead()} />
    </>
  );
}

function Steps({ tour }: Pick<StepProps, "tour">) {
  const t = useWords("home");
  return (
    <Stepper
      label={t("tour.title")}
      steps={TOUR_STEPS.map((value) => ({ value, label: t(`tour.${value}`) }))}
      current={tour.step}
      onStep={(step) => setTour({ ...tour, step })}
    />
  );
}

function namesIn(people: People) {
  const nameOf = (role: Role): string => people.find((person) => person.role === role)?.name ?? "";
  return { dispatcher: nameOf("dispatcher"), courier: nameOf("courier") };
}

function End() {
  const t = useWords("home");
  return (
    <Button variant="text" onClick={() => setTour(undefined)}>
      {t("tour.end")}
    </Button>
  );
}

/** Room for what is to be done; on a phone it is one line until somebody asks. */
const isWide = (): boolean => matchMedia("(width >= 48rem)").matches;

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
