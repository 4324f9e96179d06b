import type { RefusalTable } from "#contract/problem.ts";

export const OFFERS_REFUSALS = {
  "offers.not-found": [404, "There is no such offer.", "go-back"],
  "offers.not-open": [409, "A courier has the delivery, or there is nothing left to do.", "reload"],
  "offers.already-open": [409, "The delivery is offered already.", "reload"],
  "offers.nobody": [409, "No courier on duty can take the delivery.", "mend"],
  "offers.courier-unknown": [422, "One of the couriers is no courier any more.", "reload"],
  "offers.taken": [409, "Another courier was faster.", "go-back"],
  "offers.declined": [409, "It was declined.", "go-back"],
  "offers.expired": [409, "The time of the offer is over.", "go-back"],
  "offers.withdrawn": [409, "The office took the offer back.", "go-back"],
  "offers.assigned": [409, "The office gave the delivery to a courier.", "go-back"],
  "offers.changed": [409, "The delivery was changed since it was offered.", "go-back"],
  "offers.over": [409, "The delivery is over.", "go-back"],
} as const satisfies RefusalTable;
