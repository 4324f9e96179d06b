import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { Desk } from "#features/payments/server/public.ts";
import { checkAllBooks } from "./findings/check-books.ts";
import type { PassDesk } from "./findings/pass.ts";
import { reconcilePayments } from "./findings/reconcile.ts";
import { catchUpAll } from "./lists/catch-up.ts";

const RECONCILE_JOB = "payments.reconcile";
const EVENTS_JOB = "payments.events";

/** Regular checks of the books against the provider and against themselves. */
export const booksJobs = (desk: Desk): RoomJobs => ({
  jobs: { [RECONCILE_JOB]: () => reconcilePayments(desk), [EVENTS_JOB]: () => catchUpAll(desk) },
  every: { [RECONCILE_JOB]: 10, [EVENTS_JOB]: 5 },
});

/** The checks that need no provider, where no cards are taken. */
export const ownBooksJobs = (parts: PassDesk): RoomJobs => ({
  jobs: { [RECONCILE_JOB]: () => checkAllBooks(parts) },
  every: { [RECONCILE_JOB]: 10 },
});
