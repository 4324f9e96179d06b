import type { ParsedOf } from "#contract/endpoint.ts";
import { Refusal } from "#kernel/refusal.ts";
import { readZoneSet } from "#features/zones/server/public.ts";
import { change } from "#server/db/change.ts";
import type { Context } from "#server/http/route.ts";
import type { PriceList, quotesApi } from "../contract/api.ts";
import { checkPriceList } from "../domain/check-price-list.ts";
import { ensurePriceList, insertPriceList, lockPriceList, readPriceList } from "./price-list-record.ts";

/**
 * Publishes the next version. Open quotes keep the price that they named.
 *
 * @throws Refusal `quotes.changed-meanwhile`, `quotes.bad-price-list` with every rule at fault
 */
export function publishPriceList(
  input: ParsedOf<typeof quotesApi.publishPriceList>,
  context: Context,
): Promise<PriceList> {
  const { actor, now } = context;
  const { orgId } = actor;
  return context.db.as(actor, async (tx) => {
    const before = (await lockPriceList(tx)) ?? (await ensurePriceList(tx, now));
    await change(tx, context, {
      type: "publishPriceList",
      aggregateId: orgId,
      body: input,
      write: async () => {
        if (before.version !== input.version)
          throw new Refusal("quotes.changed-meanwhile", { version: before.version });
        const version = before.version + 1;
        const { zones } = await readZoneSet(tx);
        const codes = zones.map(({ code }) => code);
        const { rules, cases = before.cases } = input;
        check({ version, currency: before.currency, rules, cases }, codes);
        const publishedBy = { id: actor.userId ?? null, name: actor.name ?? null };
        await insertPriceList(tx, now, { version, rules, cases, publishedBy });
        return { version };
      },
      event: (data) => ({
        aggregate: "price-list",
        type: "price-list.published",
        data,
        audience: { staff: true },
      }),
    });
    return (await readPriceList(tx)) ?? before;
  });
}

function check(...given: Parameters<typeof checkPriceList>): void {
  const faults = checkPriceList(...given);
  const [first] = faults;
  if (!first) return;
  const field = faults.map((fault) => `${fault.path}=${fault.code}`).join(",");
  throw new Refusal("quotes.bad-price-list", { ...first.facts, field });
}
