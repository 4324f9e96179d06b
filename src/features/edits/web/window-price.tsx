import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig, useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { keepForTrip } from "./trip-draft.ts";
import { bookedParts, type Parts, toPrice } from "./trip-values.ts";
import { usePriceOf } from "./use-trip.ts";

interface WindowPriceProps {
  readonly delivery: Delivery;
  readonly window: Parts["window"];
}

/** Difference in the price of another time, with the way to decide about it; nothing where there is none. */
export function WindowPrice({ delivery, window }: WindowPriceProps) {
  const t = useWords("edits");
  const f = useFormat();
  const units = { zone: useZone(), currency: useConfig().currency };
  const asked = toPrice(delivery, { ...bookedParts(delivery, units), window }, units);
  const { data } = usePriceOf(asked, delivery.version);
  if (!data || data.difference.minor === 0) return null;
  const amount = f.money({ ...data.difference, minor: Math.abs(data.difference.minor) });
  return (
    <Banner icon="info">
      <p>{t(data.difference.minor > 0 ? "window.more" : "window.less", { amount })}</p>
      <Button
        variant="text"
        href={`/d/deliveries/${delivery.id}/trip`}
        onClick={() => keepForTrip(delivery, units, { window })}
      >
        {t("window.decide")}
      </Button>
    </Banner>
  );
}
