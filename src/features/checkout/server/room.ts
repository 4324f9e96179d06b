import type { Room } from "#server/room.ts";
import type { MoneyParts } from "#features/payments/server/public.ts";
import { scriptNewsRoute } from "./script-news.ts";

/** Counts how the card form loads in browsers; the form itself is in `web/`. */
export const checkoutRoom = ({ cards, onPaymentScript = ignore }: MoneyParts): Room => ({
  name: "checkout",
  routes: [],
  rawRoutes: cards ? [scriptNewsRoute(onPaymentScript)] : [],
  refusals: {},
});

const ignore = (): void => undefined;
