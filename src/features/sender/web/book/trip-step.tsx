import { useState } from "react";
import { FormBox } from "#web/forms/form-box.tsx";
import { useForm } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { useIsDemo } from "#web/session/config.ts";
import { lazyPart } from "#web/shell/lazy-part.tsx";
import { Card } from "#web/ui/card.tsx";
import type { StepProps } from "./booking.ts";
import { EndField } from "./end-field.tsx";
import type { TripFault, TripForm, TripPartProps } from "./trip-form.ts";
import type { LoadAndTimeProps } from "./load-and-time.tsx";

/** Loads the rest of the step while the addresses are typed. */
const LoadAndTime = lazyPart<LoadAndTimeProps>(
  () => import("./load-and-time.tsx").then((module) => module.LoadAndTime),
  ["book", "quotes"],
);
/** In the demo only. */
const DemoAddresses = lazyPart<TripPartProps>(
  () => import("./demo-addresses.tsx").then((module) => module.DemoAddresses),
  ["book"],
);
const TripPrice = lazyPart<TripPartProps>(
  () => import("./trip-price.tsx").then((module) => module.TripPrice),
  ["book", "quotes"],
);

/** From where to where, with what and when; the price stands beside it. */
export function TripStep({ booking, leave, head }: StepProps) {
  const t = useWords("sender");
  const isDemo = useIsDemo();
  const { pickup, dropoff, serviceLevel, windowStart, windowEnd } = booking;
  const [faults, setFaults] = useState<readonly TripFault[]>([]);
  const form: TripForm = useForm({
    schema: () => import("./trip-form.ts").then((module) => module.Trip),
    initial: { pickup, dropoff, parcels: [...booking.parcels], serviceLevel, windowStart, windowEnd },
    draft: "book.trip",
    onSubmit: (trip) => (faults.length > 0 ? void form.setErrors(faults) : leave(trip)),
  });
  return (
    <>
      <div className="book-main">
        {head}
        <FormBox form={form}>
          <Card title={t("book.where")} className="book-ends">
            <EndField form={form} name="pickup" hint={t("address.hint")} />
            <EndField form={form} name="dropoff" />
            {isDemo && (
              <div className="book-demo">
                <DemoAddresses form={form} />
              </div>
            )}
          </Card>
          <LoadAndTime form={form} onFaults={setFaults} />
        </FormBox>
      </div>
      <TripPrice form={form} />
    </>
  );
}
