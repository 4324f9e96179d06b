import { COMMON_PROBLEMS } from "#contract/problem.ts";
import type { RefusalTable } from "#contract/problem.ts";
import { accountsRoom } from "#features/accounts/server/public.ts";
import { auditRoom } from "#features/audit/server/public.ts";
import { booksFollower, booksRoom } from "#features/books/server/public.ts";
import { chargesRoom } from "#features/charges/server/public.ts";
import { checkoutRoom } from "#features/checkout/server/public.ts";
import { choicesRoom, openChoices } from "#features/choices/server/public.ts";
import { consequencesRoom } from "#features/consequences/server/public.ts";
import { courierRoom, couriersOnDuty, phoneFacts } from "#features/courier/server/public.ts";
import { custodyActs, custodyRoom, reopenAct } from "#features/custody/server/public.ts";
import { debtsFollower, debtsRoom } from "#features/debts/server/public.ts";
import {
  connectOrderPayments,
  connectPhoneFacts,
  deliveriesRoom,
  mayReportOn,
} from "#features/deliveries/server/public.ts";
import { deskHandoverRoom, tellHandover } from "#features/desk-handover/server/public.ts";
import { dispatchRoom, planOfToday } from "#features/dispatch/server/public.ts";
import { editsRoom, leaveNextTry } from "#features/edits/server/public.ts";
import { evidenceRoom } from "#features/evidence/server/public.ts";
import { exceptionsRoom } from "#features/exceptions/server/public.ts";
import { findRoom } from "#features/find/server/public.ts";
import { historyRoom } from "#features/history/server/public.ts";
import { hubRoom } from "#features/hub/server/public.ts";
import { importsRoom } from "#features/imports/server/public.ts";
import { labelsRoom } from "#features/labels/server/public.ts";
import { messagesRoom, roomsAfterCourier } from "#features/messages/server/public.ts";
import {
  connectFollowers,
  openCards,
  orderPayments,
  paymentsRoom,
} from "#features/payments/server/public.ts";
import type {
  Follower,
  MoneyChoices,
  MoneyParts,
  PaymentProvider,
} from "#features/payments/server/public.ts";
import {
  followPredictions,
  noticesRoom,
  remindToCollect,
  sendAgain,
} from "#features/notices/server/public.ts";
import { operationsRoom } from "#features/operations/server/public.ts";
import { offersRoom } from "#features/offers/server/public.ts";
import { orderEntryRoom } from "#features/order-entry/server/public.ts";
import { placesRoom } from "#features/places/server/public.ts";
import { planningRoom } from "#features/planning/server/public.ts";
import { privacyRoom } from "#features/privacy/server/public.ts";
import { proofsRoom } from "#features/proofs/server/public.ts";
import {
  type CardsTaken,
  connectWindowPlaces,
  quotesRoom,
  zoneUses,
} from "#features/quotes/server/public.ts";
import { receiptsFollower, receiptsRoom } from "#features/receipts/server/public.ts";
import { reasonsRoom } from "#features/reasons/server/public.ts";
import { recurringActs, recurringRoom } from "#features/recurring/server/public.ts";
import { reportsRoom } from "#features/reports/server/public.ts";
import { replaysRoom } from "#features/replays/server/public.ts";
import { runsheetRoom } from "#features/runsheet/server/public.ts";
import { rescueRoom } from "#features/rescue/server/public.ts";
import { senderRoom } from "#features/sender/server/public.ts";
import { sightingsRoom } from "#features/sightings/server/public.ts";
import { setupRoom } from "#features/setup/server/public.ts";
import { placesOfSlots, slotsRoom } from "#features/slots/server/public.ts";
import { shiftsRoom } from "#features/shifts/server/public.ts";
import { streetsRoom } from "#features/streets/server/public.ts";
import { timesRoom } from "#features/times/server/public.ts";
import { trackingRoom } from "#features/tracking/server/public.ts";
import { BoardSearch } from "#features/dispatch/contract/board-search.ts";
import { ListSearch } from "#features/delivery-pages/contract/list-search.ts";
import { viewsRoom } from "#features/views/server/public.ts";
import { zonesRoom } from "#features/zones/server/public.ts";
import { pushRoom } from "#features/push/server/public.ts";
import type { Room, RoomParts } from "#server/room.ts";
import { DELIVERY_WORDS } from "./delivery-words.ts";
import { IMPORT_WORDS } from "./import-words.ts";

/** The server part of every room, in reading order. A new room adds its line here. */
const ROOMS: readonly ((parts: MoneyParts & CardsTaken) => Room)[] = [
  accountsRoom,
  placesRoom,
  () => viewsRoom({ board: BoardSearch, deliveries: ListSearch }),
  (parts) => zonesRoom(parts, zoneUses),
  quotesRoom,
  () => proofsRoom(mayReportOn),
  reasonsRoom,
  deliveriesRoom,
  slotsRoom,
  labelsRoom,
  paymentsRoom,
  receiptsRoom,
  debtsRoom,
  checkoutRoom,
  booksRoom,
  shiftsRoom,
  streetsRoom,
  (parts) => timesRoom(parts, { planOfToday, onDuty: couriersOnDuty, follow: followPredictions }),
  (parts) =>
    exceptionsRoom(parts, {
      ...custodyActs,
      reopen: reopenAct(parts.cards?.deps.provider.id),
      ...recurringActs,
      "send-again": sendAgain,
      remind: remindToCollect,
      "leave-neighbour": leaveNextTry,
    }),
  (parts) => dispatchRoom(parts, { onDuty: couriersOnDuty, tellHandover }),
  chargesRoom,
  runsheetRoom,
  (parts) => courierRoom(parts, roomsAfterCourier),
  custodyRoom,
  (parts) => evidenceRoom(parts, DELIVERY_WORDS),
  messagesRoom,
  deskHandoverRoom,
  rescueRoom,
  sightingsRoom,
  hubRoom,
  trackingRoom,
  pushRoom,
  (parts) => noticesRoom(parts, openChoices),
  choicesRoom,
  senderRoom,
  orderEntryRoom,
  (parts) => importsRoom(parts, IMPORT_WORDS),
  recurringRoom,
  editsRoom,
  consequencesRoom,
  planningRoom,
  offersRoom,
  historyRoom,
  findRoom,
  reportsRoom,
  replaysRoom,
  setupRoom,
  privacyRoom,
  operationsRoom,
  auditRoom,
];

/** Rooms that follow a change of a payment in its transaction, in their order. */
export const FOLLOWERS: readonly Follower[] = [receiptsFollower, debtsFollower, booksFollower];

/** Opens every room. @param provider absent where no cards are taken */
export function openRooms(parts: RoomParts & MoneyChoices, provider: PaymentProvider | undefined): Room[] {
  connectFollowers(FOLLOWERS);
  connectOrderPayments(orderPayments);
  connectPhoneFacts(phoneFacts);
  connectWindowPlaces(placesOfSlots);
  const cards = provider && openCards(parts, provider);
  const bound = { ...parts, cards, takesCards: cards !== undefined };
  return ROOMS.map((room) => room(bound));
}

/** Every code that an answer may carry. */
export const refusalsOf = (rooms: readonly Room[]): RefusalTable =>
  Object.assign({}, COMMON_PROBLEMS, ...rooms.map((room) => room.refusals)) as RefusalTable;
