import type { RoomJobs } from "#server/jobs/jobs.ts";
import type { PaymentDeps } from "#features/payments/server/public.ts";
import { checkAllBooks } from "./findings/check-books.ts";
import type { CheckDeps } from "./findings/check-run.ts";
import { reconcilePayments } from "./findings/reconcile.ts";
import { catchUpAll } from "./lists/catch-up.ts";

const RECONCILE_JOB = "payments.reconcile";
const EVENTS_JOB = "payments.events";

/** Regular checks of the books against the provider and against themselves. */
export const booksJobs = (deps: PaymentDeps): RoomJobs => ({
  jobs: { [RECONCILE_JOB]: () => reconcilePayments(deps), [EVENTS_JOB]: () => catchUpAll(deps) },
  every: { [RECONCILE_JOB]: 10, [EVENTS_JOB]: 5 },
});

/** The checks that need no provider, where no cards are taken. */
export const ownBooksJobs = (parts: CheckDeps): RoomJobs => ({
  jobs: { [RECONCILE_JOB]: () => checkAllBooks(parts) },
  every: { [RECONCILE_JOB]: 10 },
});
