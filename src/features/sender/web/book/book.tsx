import { useEffect } from "react";
import type { ReactNode } from "react";
import { useWords } from "#web/i18n/words.ts";
import { useDraft } from "#web/forms/draft.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import type { PageProps } from "#web/shell/pages.ts";
import { PageHeader } from "#web/ui/page-header.tsx";
import { Stepper } from "#web/ui/stepper.tsx";
import { BOOKING_DRAFT } from "../booking-draft.ts";
import { AddressStep } from "./address-step.tsx";
import { BookingSheet } from "./booking-sheet.tsx";
import { EMPTY_BOOKING, openStep } from "./booking.ts";
import type { Booking } from "./booking.ts";
import { STEPS, stepAfter } from "./steps.ts";
import type { BookStep } from "./steps.ts";
import "../sender.css";

export interface StepProps {
  readonly booking: Booking;
  /** Keeps what the step says and goes on. */
  readonly leave: (change: Partial<Booking>) => void;
}

/** The first step comes with the page; each other one's code comes while the step before is filled in. */
const LATER = {
  parcels: lazyPart<StepProps>(
    () => import("./parcels-step.tsx").then((module) => module.ParcelsStep),
    ["book"],
  ),
  when: lazyPart<StepProps>(
    () => import("./when-step.tsx").then((module) => module.WhenStep),
    ["book", "quotes"],
  ),
  contact: lazyPart<StepProps>(
    () => import("./contact-step.tsx").then((module) => module.ContactStep),
    ["book"],
  ),
  price: lazyPart<StepProps>(
    () => import("./price-step.tsx").then((module) => module.PriceStep),
    ["book", "quotes", "deliveries"],
  ),
  pay: lazyPart<StepProps>(
    () => import("./pay-step.tsx").then((module) => module.PayStep),
    ["pay", "deliveries"],
  ),
};
const STEP_VIEW: Readonly<Record<BookStep, (props: StepProps) => ReactNode>> = {
  address: AddressStep,
  ...LATER,
};

/** From two addresses to a paid order; survives a reload, a language switch and a sign-in on the way. */
export function Book({ search, setSearch }: PageProps<object, { step: BookStep }>) {
  const t = useWords("sender");
  const [booking, setBooking] = useDraft<Booking>(BOOKING_DRAFT, EMPTY_BOOKING);
  const furthest = openStep(booking);
  const asked = search.step;
  const isPlaced = booking.orderId !== "" && asked === "price";
  const step = isPlaced || STEPS.indexOf(asked) > STEPS.indexOf(furthest) ? furthest : asked;
  useEffect(() => {
    if (step !== asked) setSearch({ step }, { replace: true });
  });
  useEffect(() => {
    const next = stepAfter(step);
    const timer = setTimeout(() => next !== "address" && LATER[next].preload(), 2_000);
    return () => clearTimeout(timer);
  }, [step]);
  const View = STEP_VIEW[step];
  const leave = (change: Partial<Booking>) => {
    setBooking({ ...booking, ...change });
    setSearch({ step: stepAfter(step) });
  };
  return (
    <div className={`book book-at-${step}`}>
      <div className="book-main">
        <Stepper
          label={t("book.steps")}
          current={step}
          steps={STEPS.map((value) => ({ value, label: t(`book.step.${value}`) }))}
          {...(booking.orderId === "" && { onStep: (to: BookStep) => setSearch({ step: to }) })}
        />
        <PageHeader title={t(`book.${step}.title`)} detail={t(`book.${step}.text`)} />
        <View key={step} booking={booking} leave={leave} />
      </div>
      <BookingSheet booking={booking} step={step} />
    </div>
  );
}
