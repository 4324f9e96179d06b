import type { Quote } from "#features/quotes/contract/api.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { gramsOf } from "./booking.ts";
import type { Booking } from "./booking.ts";
import type { PanelLine } from "./price-panel.tsx";

type Shown = Pick<Booking, "pickup" | "dropoff" | "parcels" | "windowStart" | "windowEnd">;
type Measured = Pick<Quote, "distanceM" | "distanceSource">;

/** The lines of the panel: from where to where, with what, when, how far. */
export function useLines(booking: Shown, measured: Measured | undefined): PanelLine[] {
  const t = useWords("sender");
  const step = useWords("book");
  const format = useFormat();
  const zone = useZone();
  const { pickup, dropoff, parcels, windowStart, windowEnd } = booking;
  const massG = parcels.reduce((sum, parcel) => sum + gramsOf(parcel.kg), 0);
  const load = [
    step("sheet.parcels", { n: parcels.length }),
    ...(Number.isNaN(massG) ? [] : [format.mass(massG)]),
  ];
  const far = measured && [
    format.distance(measured.distanceM),
    ...(measured.distanceSource === "estimated" ? [`(${step("price.estimated")})`] : []),
  ];
  return [
    { icon: "store", name: t("address.pickup"), own: true, text: pickup?.label },
    { icon: "door", name: t("address.dropoff"), own: true, text: dropoff?.label },
    { icon: "parcel", name: step("sheet.load"), text: load.join(" · ") },
    {
      icon: "clock",
      name: t("when.window"),
      text: windowStart === "" ? undefined : format.window({ start: windowStart, end: windowEnd }, zone),
    },
    { icon: "route", name: step("price.distance"), text: far?.join(" ") },
  ];
}
