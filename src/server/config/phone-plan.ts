import type { PhonePlan } from "#kernel/phone.ts";
import { PHONE_PLANS } from "./phone-plans.ts";

/** The country whose clocks go by this zone, e.g. DE for Europe/Berlin. */
const countryOfZone = (zone: string): string | undefined =>
  [...PHONE_PLANS.keys()].find((country) => zonesOf(country).includes(zone));

/** A property of older engines became a method; our types know neither. */
function zonesOf(country: string): readonly unknown[] {
  const locale = new Intl.Locale(`und-${country}`);
  const method: unknown = Reflect.get(locale, "getTimeZones");
  const zones: unknown =
    typeof method === "function" ? Reflect.apply(method, locale, []) : Reflect.get(locale, "timeZones");
  return Array.isArray(zones) ? zones : [];
}

export interface Whereabouts {
  /** ISO 3166, as the operator set it. */
  readonly country: string | undefined;
  readonly timeZone: string;
  readonly demo: boolean;
}

/** The demo town's numbers are German. */
const DEMO_COUNTRY = "DE";

/** The plan of the operator's country, else of the time zone's; none for a zone without a country. */
export function phonePlanOf({ country, timeZone, demo }: Whereabouts): PhonePlan | undefined {
  const known = country ?? countryOfZone(timeZone) ?? (demo ? DEMO_COUNTRY : undefined);
  return known === undefined ? undefined : PHONE_PLANS.get(known);
}
