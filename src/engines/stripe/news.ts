import type Stripe from "stripe";
import * as z from "zod/mini";
import type { Instant } from "#kernel/instant.ts";
import type { News, PastNews } from "#features/payments/server/public.ts";

/** Seconds that a signature may be old, and ahead: Stripe's library refuses only the former. */
const TOLERANCE_S = 300;

const Event = z.object({
  id: z.string().check(z.regex(/^evt_[A-Za-z0-9_]{1,200}$/)),
  object: z.literal("event"),
  type: z.string().check(z.maxLength(100)),
  data: z.object({ object: z.unknown() }),
});
const Past = z.object({
  created: z.int(),
  data: z.object({ object: z.object({ metadata: z.nullish(z.record(z.string(), z.unknown())) }) }),
});
const About = z.object({ object: z.string(), id: z.string() });
const OfIntent = z.object({ payment_intent: z.string() });

/**
 * Reads a webhook whose signature by one of these secrets holds; undefined for everything else.
 * @param body to the byte as it came
 */
export function newsIn(
  stripe: Stripe,
  secrets: readonly string[],
  { body, signature }: { readonly body: Buffer; readonly signature: string | undefined },
  now: Instant,
): News | undefined {
  if (signature === undefined || isAhead(signature, now)) return undefined;
  for (const secret of secrets) {
    try {
      const event: unknown = stripe.webhooks.constructEvent(
        body,
        signature,
        secret,
        TOLERANCE_S,
        undefined,
        now,
      );
      return newsOf(event);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Reads an event; undefined where it is none. */
export function newsOf(event: unknown): News | undefined {
  const read = Event.safeParse(event);
  if (!read.success) return undefined;
  const { id, type, data } = read.data;
  return { eventId: id, type, ref: intentIn(data.object) };
}

/** An event of a list, with when it happened; nothing where it is none. */
export function pastNewsOf(event: unknown): PastNews | undefined {
  const [news, past] = [newsOf(event), Past.safeParse(event)];
  return news && past.success ? { ...news, at: past.data.created * 1000 } : undefined;
}

/** The install that marked what an event is about; nothing where nobody did. */
export function installOf(event: unknown): string | undefined {
  const read = Past.safeParse(event);
  const instance = read.success ? read.data.data.object.metadata?.["instance"] : undefined;
  return typeof instance === "string" ? instance : undefined;
}

/** The intent that an event is about: its own object, or what a charge, refund or dispute belongs to. */
function intentIn(object: unknown): string | undefined {
  const own = About.safeParse(object);
  if (own.success && own.data.object === "payment_intent") return own.data.id;
  const belongs = OfIntent.safeParse(object);
  return belongs.success ? belongs.data.payment_intent : undefined;
}

function isAhead(signature: string, now: Instant): boolean {
  const at = Number(/(?:^|,)t=(\d{1,15})(?:,|$)/.exec(signature)?.[1] ?? "0");
  return at > now / 1000 + TOLERANCE_S;
}
