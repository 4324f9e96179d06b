import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { useWords } from "#web/i18n/words.ts";
import { useDraft } from "#web/forms/draft.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import type { PageProps } from "#web/shell/pages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { BOOKING_DRAFT } from "../booking-draft.ts";
import { BookSteps } from "./book-steps.tsx";
import { EMPTY_BOOKING, openStep } from "./booking.ts";
import type { Booking, StepProps } from "./booking.ts";
import { STEPS, stepAfter } from "./steps.ts";
import type { BookStep } from "./steps.ts";
import { TripStep } from "./trip-step.tsx";
import "./book.css";

/** The first step comes with the page; each other one's code comes while the step before is filled in. */
const LATER = {
  contact: lazyPart<StepProps>(
    () => import("./contact-step.tsx").then((module) => module.ContactStep),
    ["book", "quotes", "deliveries", "slots"],
  ),
  pay: lazyPart<StepProps>(
    () => import("./pay-step.tsx").then((module) => module.PayStep),
    ["pay", "deliveries"],
  ),
};
const STEP_VIEW: Readonly<Record<BookStep, (props: StepProps) => ReactNode>> = { trip: TripStep, ...LATER };

/** From two addresses to a paid order; survives a reload, a language switch and a sign-in on the way. */
export function Book({ search, setSearch }: PageProps<object, { step: BookStep }>) {
  const t = useWords("sender");
  const [booking, setBooking] = useDraft<Booking>(BOOKING_DRAFT, EMPTY_BOOKING);
  const furthest = openStep(booking);
  const asked = search.step;
  const isPlaced = booking.orderId !== "";
  const step = isPlaced || STEPS.indexOf(asked) > STEPS.indexOf(furthest) ? furthest : asked;
  const [first] = useState(step);
  const [hasMoved, setMoved] = useState(false);
  if (step !== first && !hasMoved) setMoved(true);
  useEffect(() => {
    if (step !== asked) setSearch({ step }, { replace: true });
  });
  useEffect(() => {
    const next = stepAfter(step);
    const timer = setTimeout(() => next !== "trip" && LATER[next].preload(), 2_000);
    return () => clearTimeout(timer);
  }, [step]);
  const View = STEP_VIEW[step];
  const leave = (change: Partial<Booking>) => {
    const after = { ...booking, ...change };
    setBooking(after);
    setSearch({ step: openStep(after) === "trip" ? "trip" : stepAfter(step) });
  };
  const head = (
    <>
      <BookSteps current={step} {...(!isPlaced && { onStep: (to: BookStep) => setSearch({ step: to }) })} />
      <PageHeader
        key={step}
        title={t(`book.${step}.title`)}
        detail={t(`book.${step}.text`)}
        takesFocus={hasMoved}
      />
    </>
  );
  return (
    <div className={`book book-at-${step}`}>
      <View key={step} booking={booking} leave={leave} head={head} />
    </div>
  );
}
