import { senderPages } from "#features/sender/web/pages.ts";
import { homePages } from "#web/home/pages.ts";
import { courierPages } from "#features/courier/web/pages.ts";
import { accountsPages } from "#features/accounts/web/pages.ts";
import { placesPages } from "#features/places/web/pages.ts";
import { quotesPages } from "#features/quotes/web/pages.ts";
import { proofsPages } from "#features/proofs/web/pages.ts";
import { deliveriesPages } from "#features/deliveries/web/pages.ts";
import { receiptsPages } from "#features/receipts/web/pages.ts";
import { checkoutPages } from "#features/checkout/web/pages.ts";
import { booksPages } from "#features/books/web/pages.ts";
import { exceptionsPages } from "#features/exceptions/web/pages.ts";
import { courierPhonePages } from "#features/courier-phone/web/pages.ts";
import { rescuePages } from "#features/rescue/web/pages.ts";
import { custodyPages } from "#features/custody/web/pages.ts";
import { dispatchPages } from "#features/dispatch/web/pages.ts";
import type { RoomPages } from "#web/shell/pages.ts";

/** Every room's pages, in reading order. A new room adds its line here. */
export const ALL_PAGES: readonly RoomPages[] = [
  homePages,
  accountsPages,
  placesPages,
  quotesPages,
  proofsPages,
  deliveriesPages,
  receiptsPages,
  checkoutPages,
  booksPages,
  exceptionsPages,
  dispatchPages,
  courierPages,
  custodyPages,
  courierPhonePages,
  rescuePages,
  senderPages,
];
