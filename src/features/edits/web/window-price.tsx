import { useQuery } from "@tanstack/react-query";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { call } from "#web/api/call.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useConfig, useZone } from "#web/session/config.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { editsApi } from "../contract/api.ts";
import { keepForTrip } from "./trip-draft.ts";
import { bookedParts, type Parts, toPrice } from "./trip-values.ts";

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
  const { data } = useQuery({
    queryKey: ["trip-price", asked, delivery.version],
    enabled: asked !== undefined,
    queryFn: ({ signal }) => {
      if (!asked) throw new Error("there is nothing to price");
      return call(editsApi.priceTrip, asked, { signal });
    },
    gcTime: 0,
  });
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
