import { homePages } from "#web/home/pages.ts";
import { accountsPages } from "#features/accounts/web/pages.ts";
import { checkoutPages } from "#features/checkout/web/pages.ts";
import { senderPages } from "#features/sender/web/pages.ts";
import type { RoomPages } from "#web/shell/pages.ts";

/** Pages of guests and senders, which the console knows from its first moment. */
export const FIRST_PAGES: readonly RoomPages[] = [homePages, accountsPages, checkoutPages, senderPages];
