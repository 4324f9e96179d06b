import { forgetDraft, readDraft, saveDraft } from "#web/forms/draft.ts";
import { type Booking, EMPTY_BOOKING } from "./book/booking.ts";
import { startNewKey } from "./booking-key.ts";

/** The flow's draft, by the name that its page gives it. */
export const BOOKING_DRAFT = "book";
const DRAFTS = [BOOKING_DRAFT, "book.trip", "book.contact"];

/** Address of an order's payment page: a document of its own. */
export const payAddress = (orderId: string): string => `/book/pay/${orderId}`;

/** Writes at once what the flow itself would write after its next render: the page is about to go. */
export const bindDraft = (booking: Booking, orderId: string): void =>
  saveDraft(BOOKING_DRAFT, { ...booking, orderId });

/** Makes the draft editable again and drops its order. */
export const reopenDraft = (): void =>
  saveDraft(BOOKING_DRAFT, { ...readDraft(BOOKING_DRAFT, EMPTY_BOOKING), orderId: "" });

/** The order is placed: what was typed is safe with us, the next booking starts empty. */
export function forgetBooking(): void {
  startNewKey();
  DRAFTS.forEach(forgetDraft);
}
