import { useSyncExternalStore } from "react";
import { formIdOf } from "#web/forms/form-box.tsx";
import { useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { PricePanel } from "./price-panel.tsx";
import type { TripPartProps } from "./trip-form.ts";
import { useLines } from "./use-lines.ts";
import { priceIn, usePrices } from "./use-offers.ts";

/** The price of what stands in the form now, and the way on. */
export function TripPrice({ form }: TripPartProps) {
  const t = useWords("sender");
  const step = useWords("book");
  const prices = usePrices(form);
  const busy = useSyncExternalStore(form.subscribe, form.isBusy);
  const level = useValue(form, "serviceLevel");
  const windowStart = useValue(form, "windowStart");
  const trip = {
    pickup: useValue(form, "pickup"),
    dropoff: useValue(form, "dropoff"),
    parcels: useValue(form, "parcels"),
    windowStart,
    windowEnd: useValue(form, "windowEnd"),
  };
  const price = priceIn(prices.data, level, windowStart);
  const hasEnds = trip.pickup !== null && trip.dropoff !== null;
  return (
    <PricePanel
      lines={useLines(trip, prices.data)}
      price={price}
      busy={prices.isFetching}
      instead={step(hasEnds ? (prices.isFetching ? "price.coming" : "price.none") : "price.wait")}
      action={
        <Button
          variant="filled"
          size="large"
          type="submit"
          trailingIcon="arrow-forward"
          form={formIdOf(form)}
          loading={busy}
        >
          {t("book.next")}
        </Button>
      }
    />
  );
}
