import { failpoint } from "#server/failpoint.ts";
import type { RawReply, RawRequest, RawRoute } from "#server/http/route.ts";
import { addJob, type Job } from "#server/jobs/jobs.ts";
import { readAndMerge } from "../merge/read-and-merge.ts";
import { adoptIntent } from "./restore.ts";
import { closeNews, noteNews, waitingNews } from "./inbox-row.ts";
import { paymentOfRef } from "../base/payment-row.ts";
import { type PaymentDeps, isOn } from "../base/payment-deps.ts";

export const NEWS_JOB = "payments.news";

/** Receives the provider's webhooks; `instance` is the organisation that the payments belong to. */
export const webhookRoute = (deps: PaymentDeps): RawRoute => ({
  id: "paymentNews",
  method: "POST",
  path: "/webhooks/payments/stripe",
  needs: "anyone",
  summary: "The payment provider tells that something happened; signed over the body as it came",
  limitPerMinute: 6_000,
  takesBytes: true,
  run: (request) => hear(deps, request),
});

/**
 * Notes a hint and answers at once; the job asks the provider. What the hint says of money is not even read.
 */
async function hear(deps: PaymentDeps, request: RawRequest): Promise<RawReply> {
  const { provider, instance: orgId } = deps;
  const now = deps.clock();
  const news = await provider.readNews(request.body, request.header, now);
  if (!news) {
    deps.log.warn({ address: request.address }, "a webhook whose signature does not hold was refused");
    return reply(400, { error: "signature" });
  }
  failpoint("news:hearing");
  await deps.db.as({ orgId }, async (tx) => {
    const isNew = (await noteNews(tx, provider.id, [news], now)).length > 0;
    const isToFollow = isNew || !isOn(deps, "inbox-dedupe");
    if (!isToFollow || news.ref === undefined) return;
    await addJob(tx, NEWS_JOB, { orgId, ref: news.ref }, { key: `${NEWS_JOB}:${news.ref}` });
  });
  failpoint("news:noted");
  return reply(200, { received: true });
}

/** The job that follows the webhooks of one intent. An unanswered call is repeated later. */
export const followNews =
  (deps: PaymentDeps): Job =>
  (payload) =>
    readIntentOfWebhook(deps, String(payload["orgId"]), String(payload["ref"]));

/**
 * Reads an intent after its webhook, and merges the answer. One that the ledger does not name is read too: after a
 * restored backup it may be a payment's own.
 */
export async function readIntentOfWebhook(deps: PaymentDeps, orgId: string, ref: string): Promise<void> {
  const { id: provider } = deps.provider;
  failpoint("news:following");
  const { told, known } = await deps.db.as({ orgId }, async (tx) => ({
    told: await waitingNews(tx, provider, ref),
    known: await paymentOfRef(tx, provider, ref),
  }));
  if (told.length === 0) return;
  const payment = known ?? (await adoptIntent(deps, orgId, ref, true));
  if (payment) await readAndMerge(deps, orgId, payment);
  const outcome = payment ? "asked" : "foreign";
  await deps.db.as({ orgId }, (tx) => closeNews({ tx, now: deps.clock() }, provider, told, outcome));
}

const reply = (status: number, body: object): RawReply => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(body),
});
