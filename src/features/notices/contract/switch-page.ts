import type { PageGiven, PageState } from "#features/tracking/contract/page.ts";

/** State of the page behind a message's link, as the server found it. */
export type SwitchState =
  | { readonly at: "shown"; readonly carrier: string; readonly to: string; readonly isOff: boolean }
  | Exclude<PageState, { readonly at: "shown" }>;

/** Everything that the page is drawn from. */
export interface SwitchGiven extends Omit<PageGiven, "state"> {
  readonly state: SwitchState;
}

/** Field of the page's form, and what it says. */
export const SWITCH_FIELD = "notices";
export type SwitchValue = "off" | "on";
