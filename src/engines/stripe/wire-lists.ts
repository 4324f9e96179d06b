import * as z from "zod/mini";

const Charges = z.object({
  object: z.literal("list"),
  data: z.array(z.object({ object: z.literal("charge"), status: z.string() })),
});
const Intents = z.object({
  object: z.literal("list"),
  has_more: z.boolean(),
  data: z.array(
    z.object({
      object: z.literal("payment_intent"),
      id: z.string(),
      metadata: z.record(z.string(), z.string()),
    }),
  ),
});
export type IntentPage = z.output<typeof Intents>;

/** How many of the charges that a list holds came to nothing. */
export function chargesFailed(body: unknown): number | undefined {
  const read = Charges.safeParse(body);
  return read.success ? read.data.data.filter(({ status }) => status === "failed").length : undefined;
}

/** One page of intents, as far as it names their payments. */
export function intentPage(body: unknown): IntentPage | undefined {
  const read = Intents.safeParse(body);
  return read.success ? read.data : undefined;
}
