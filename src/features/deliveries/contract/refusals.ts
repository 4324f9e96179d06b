import type { RefusalTable } from "#contract/problem.ts";

export const DELIVERIES_REFUSALS = {
  "deliveries.not-found": [404, "There is no such delivery or order, or it is not yours to see.", "go-back"],
  "deliveries.wrong-state": [409, "That cannot be done in the state that it is in now.", "reload"],
  "deliveries.wrong-custody": [409, "The parcel is not where that command needs it to be.", "reload"],
  "deliveries.not-yours": [403, "This task belongs to another courier.", "reload"],
  "deliveries.money-unsafe": [
    409,
    "The payment of a delivery is lost or in doubt: nobody is sent for it until it is paid or the office lets it go on.",
    "ask-admin",
  ],
  "deliveries.not-to-collect": [
    409,
    "The payment of this delivery is lost or in doubt: its parcels stay where they are until dispatch says otherwise.",
    "contact",
  ],
  "deliveries.proof-missing": [422, "A required proof is missing.", "mend"],
  "deliveries.proof-unknown": [422, "A proof that the command names was never kept for this task.", "mend"],
  "deliveries.code-unknown": [422, "A code that the command names is on no parcel of this delivery.", "mend"],
  "deliveries.bad-picture": [422, "The picture could not be read as PNG, JPEG or WebP.", "mend"],
  "deliveries.signature-empty": [422, "The signature has no ink that a person could have drawn.", "mend"],
  "deliveries.too-many-proofs": [
    409,
    "Twenty photos and signatures of this task are kept already.",
    "contact",
  ],
  "deliveries.reason-unknown": [422, "That is not a reason for this kind of task.", "mend"],
  "deliveries.too-late-to-correct": [409, "A courier may correct an outcome for 10 minutes.", "contact"],
  "deliveries.other-courier-begun": [
    409,
    "Another courier has set out with the parcels since; take the stop back before the earlier try is corrected.",
    "reload",
  ],
  "deliveries.note-missing": [
    422,
    "A dispatcher's correction, and an end without its proofs, needs a note.",
    "mend",
  ],
  "deliveries.no-attempts-left": [409, "Every attempt was used; send it back or dispose of it.", "mend"],
  "deliveries.fee-changed": [409, "The cancellation fee changed since it was shown; look again.", "reload"],
  "deliveries.changed-meanwhile": [
    409,
    "The delivery changed since it was read: look at what changed, then send again.",
    "reload",
  ],
  "deliveries.too-late-to-edit": [409, "That part of the delivery cannot be changed any more.", "reload"],
  "deliveries.window-past": [422, "A window that is over cannot be promised.", "mend"],
  "deliveries.window-wrong": [
    422,
    "A window lasts from 15 minutes to 24 hours and begins within 90 days.",
    "mend",
  ],
  "deliveries.booking-key-missing": [
    422,
    "A booking without an account needs a booking key of 22 characters.",
    "reload",
  ],
} as const satisfies RefusalTable;
