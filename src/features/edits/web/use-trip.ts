import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Delivery, TimelineEntry } from "#features/deliveries/contract/shapes.ts";
import { gramsOf } from "#features/sender/web/public-parts.ts";
import { call } from "#web/api/call.ts";
import { isProblem } from "#web/api/problem.ts";
import { useValue } from "#web/forms/use-form.ts";
import { editsApi } from "../contract/api.ts";
import { rebasedParts } from "./trip-draft.ts";
import { bookedParts, changedParts, type EditForm, type Parts, toPrice, type Units } from "./trip-values.ts";

interface Seen {
  readonly delivery: Delivery;
  /** Events that came while something typed was unsaved. */
  readonly news: readonly TimelineEntry[];
}

/** The delivery that the form was filled from. A part that was not typed over follows a newer one. */
export function useSeen(form: EditForm, delivery: Delivery, { zone, currency }: Units): Seen {
  const [seen, setSeen] = useState<Seen & { readonly before: Delivery }>({
    delivery,
    before: delivery,
    news: [],
  });
  if (delivery.version > seen.delivery.version) {
    const since = delivery.timeline.filter(({ seq }) => seq > seen.delivery.version);
    const isTyped = changedParts(seen.delivery, form.values(), { zone, currency }).length > 0;
    setSeen({ delivery, before: seen.delivery, news: isTyped ? [...seen.news, ...since] : [] });
  }
  useEffect(() => {
    const [before, fresh] = [seen.before, seen.delivery].map((one) => bookedParts(one, { zone, currency }));
    if (!before || !fresh) return;
    const next = rebasedParts(before, fresh, form.values());
    form.set("pickup", next.pickup);
    form.set("dropoff", next.dropoff);
    form.set("parcels", next.parcels);
    form.set("serviceLevel", next.serviceLevel);
    form.set("window", next.window);
  }, [form, seen, zone, currency]);
  return seen;
}

/** The form's values on which the price depends. */
export function useParts(form: EditForm): Parts {
  const pickup = useValue(form, "pickup");
  const dropoff = useValue(form, "dropoff");
  const parcels = useValue(form, "parcels");
  const serviceLevel = useValue(form, "serviceLevel");
  const window = useValue(form, "window");
  return { pickup, dropoff, parcels, serviceLevel, window };
}

/** The price of a trip as it would be; of none, nothing. @param version of the delivery */
export const usePriceOf = (asked: ReturnType<typeof toPrice>, version: number) =>
  useQuery({
    queryKey: ["trip-price", asked, version],
    enabled: asked !== undefined,
    queryFn: ({ signal }) => {
      if (!asked) throw new Error("there is nothing to price");
      return call(editsApi.priceTrip, asked, { signal });
    },
    gcTime: 0,
  });

/** The price of what stands in the form, once all of it is there; a refusal stands on the fields that it names. */
export function useTripPrice(form: EditForm, delivery: Delivery, units: Units) {
  const parts = useParts(form);
  const asked = toPrice(delivery, parts, units);
  const price = usePriceOf(asked, delivery.version);
  const faults = JSON.stringify(faultsOf(price.error, parts));
  useEffect(() => form.showRefusals(JSON.parse(faults) as ReturnType<typeof faultsOf>), [form, faults]);
  return price;
}

/** Refusals on the fields that they name; a weight that is too much stands on the heaviest parcel. */
function faultsOf(error: unknown, { parcels }: Pick<Parts, "parcels">) {
  if (!isProblem(error)) return [];
  const grams = parcels.map(({ kg }) => gramsOf(kg));
  const heaviest = grams.indexOf(Math.max(...grams));
  return error.fields.map(({ path, code }) => ({
    path: path === "parcels" ? `parcels.${heaviest}.kg` : path,
    code,
    facts: { ...error.facts },
  }));
}
