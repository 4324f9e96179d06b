import { auditPages } from "#features/audit/web/pages.ts";
import { placesPages } from "#features/places/web/pages.ts";
import { levelsPages } from "#features/quotes/web/levels/pages.ts";
import { slotsPages } from "#features/slots/web/capacity/pages.ts";
import { pricesPages } from "#features/prices/web/pages.ts";
import { zonesPages } from "#features/zones/web/pages.ts";
import { proofsPages } from "#features/proofs/web/pages.ts";
import { reasonsPages } from "#features/reasons/web/pages.ts";
import { deliveryPages } from "#features/delivery-pages/web/pages.ts";
import { receiptsPages } from "#features/receipts/web/pages.ts";
import { booksPages } from "#features/books/web/pages.ts";
import { shiftsPages } from "#features/shifts/web/pages.ts";
import { timesPages } from "#features/times/web/pages.ts";
import { exceptionsPages } from "#features/exceptions/web/pages.ts";
import { streetsPages } from "#features/streets/web/pages.ts";
import { dispatchPages } from "#features/dispatch/web/pages.ts";
import { courierPages } from "#features/courier/web/pages.ts";
import { custodyPages } from "#features/custody/web/pages.ts";
import { dayPart } from "#features/courier/web/day-part.ts";
import { fullPart, statusPart } from "#features/courier/web/status-part.ts";
import {
  disposalDialog,
  handOutDialog,
  handOverDialog,
  leaveDialog,
  windowPrice,
} from "#features/delivery-pages/web/later/parts.ts";
import { follows } from "#features/delivery-pages/web/later/follows.ts";
import { addDeliveryPanel } from "#features/delivery-pages/web/detail-panel.ts";
import { historyPages } from "#features/history/web/pages.ts";
import { hubPages } from "#features/hub/web/pages.ts";
import { messagesPages } from "#features/messages/web/pages.ts";
import { privacyPages } from "#features/privacy/web/pages.ts";
import { noticeSettingsPages } from "#features/notices/web/notice-settings/pages.ts";
import { courierPhonePages } from "#features/courier-phone/web/pages.ts";
import { runsheetPages } from "#features/runsheet/web/pages.ts";
import { rescuePages } from "#features/rescue/web/pages.ts";
import { sightingsPages } from "#features/sightings/web/pages.ts";
import { orderEntryPages } from "#features/order-entry/web/pages.ts";
import { importsPages } from "#features/imports/web/pages.ts";
import { recurringPages } from "#features/recurring/web/pages.ts";
import { editsPages } from "#features/edits/web/pages.ts";
import { boardRooms } from "#features/dispatch/web/board-rooms.ts";
import { operationsPages } from "#features/operations/web/pages.ts";
import { offersPages } from "#features/offers/web/pages.ts";
import { planningPages } from "#features/planning/web/pages.ts";
import { reportsPages } from "#features/reports/web/pages.ts";
import { replaysPages } from "#features/replays/web/pages.ts";
import { setupPages } from "#features/setup/web/pages.ts";
import { setFinder } from "#web/keys/finder.ts";
import { courierTop, officeWatch } from "#web/shell/slot.tsx";
import type { RoomPages } from "#web/shell/pages.ts";

courierTop.add(() => import("#features/courier/web/public.ts").then((module) => module.StatusLine));
// Messages and offers belong to later rooms than the pages on which they are shown.
statusPart.add(() => import("#features/messages/web/public.ts").then((module) => module.loadOpenMessages()));
dayPart.add(() =>
  import("#features/courier-phone/web/public.ts").then((module) => module.loadStorageNotes()),
);
fullPart.add(() => import("#features/courier-phone/web/public.ts").then((module) => module.loadMakeRoom()));
leaveDialog.give(() => import("#features/edits/web/public.ts").then((module) => module.loadLeaveDialog()));
disposalDialog.give(() =>
  import("#features/edits/web/public.ts").then((module) => module.loadDisposalDialog()),
);
handOverDialog.give(() =>
  import("#features/desk-handover/web/public.ts").then((module) => module.loadHandOverDialog()),
);
follows.add(() => import("#features/consequences/web/public.ts").then((module) => module.loadFollowing()));
windowPrice.add(() => import("#features/edits/web/public.ts").then((module) => module.loadWindowPrice()));
handOutDialog.give(() => import("#features/hub/web/public.ts").then((module) => module.HandOutDialog));
addDeliveryPanel({
  title: null,
  load: () => import("#features/order-entry/web/public.ts").then((module) => module.DeliveryTogether),
});
addDeliveryPanel({
  title: "detail.messages",
  load: () => import("#features/messages/web/public.ts").then((module) => module.DeliveryMessages),
});
statusPart.add(() => import("#features/offers/web/public.ts").then((module) => module.loadOffersWatch()));
addDeliveryPanel({
  title: "detail.offers",
  load: () => import("#features/offers/web/public.ts").then((module) => module.DeliveryOffers),
});
boardRooms.give(() => import("./board-rooms.ts"));

/**
 * Pages of whoever works here, in reading order, fetched with the first of them: guests and senders never need their table.
 * A new room adds its line here.
 */
export const WORK_PAGES: readonly RoomPages[] = [
  placesPages,
  zonesPages,
  pricesPages,
  levelsPages,
  slotsPages,
  proofsPages,
  reasonsPages,
  deliveryPages,
  receiptsPages,
  booksPages,
  shiftsPages,
  timesPages,
  exceptionsPages,
  streetsPages,
  dispatchPages,
  runsheetPages,
  courierPages,
  custodyPages,
  messagesPages,
  noticeSettingsPages,
  courierPhonePages,
  rescuePages,
  sightingsPages,
  privacyPages,
  hubPages,
  orderEntryPages,
  importsPages,
  recurringPages,
  editsPages,
  planningPages,
  offersPages,
  historyPages,
  reportsPages,
  replaysPages,
  setupPages,
  operationsPages,
  auditPages,
];

officeWatch.add(() => import("#features/history/web/public.ts").then((module) => module.loadUndoWatch()));
setFinder("find", () => import("#features/find/web/find-dialog.tsx").then((module) => module.FindDialog));
