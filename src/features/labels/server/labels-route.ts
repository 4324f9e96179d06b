import { faultsOf } from "#contract/field-fault.ts";
import type { Instant } from "#kernel/instant.ts";
import { type Locale, chooseLocale } from "#kernel/locale.ts";
import { Refusal } from "#kernel/refusal.ts";
import { deliveriesFound, maySee, readDeliveries } from "#features/deliveries/server/public.ts";
import type { DeliveryRecord } from "#features/deliveries/server/public.ts";
import { readLevels, zoneOf } from "#features/quotes/server/public.ts";
import type { Tx } from "#server/db/db.ts";
import { jsonIn } from "#server/http/json-in.ts";
import { BadInput } from "#server/http/problems.ts";
import type { Context, RawRequest, RawRoute } from "#server/http/route.ts";
import { unsound } from "#server/http/sound-input.ts";
import { LABELS_MOST, LABELS_PATH, LabelRequest } from "../contract/labels.ts";
import { labelsOf } from "../domain/labels-of.ts";
import { levelNameIn } from "./level-name.ts";

/** @param locales languages on offer; all of them where nothing is said */
export const labelsRoute = (locales: readonly Locale[] | undefined): RawRoute => ({
  id: "printLabels",
  method: "POST",
  path: LABELS_PATH,
  needs: "label:print",
  summary: "Labels of parcels as a document, one a page: of chosen deliveries, or of a filter of the list",
  limitPerMinute: 20,
  worksOnFullDisk: true,
  run: async (request) => {
    const asked = requestIn(request);
    const { context } = request;
    const { deliveries, zone, levels } = await context.db.as(context.actor, async (tx) => ({
      deliveries: await deliveriesFor(tx, context, asked),
      zone: await zoneOf(tx, context.actor.orgId),
      levels: (await readLevels(tx)).levels,
    }));
    const labels = labelsOf(deliveries);
    if (labels.length > LABELS_MOST) throw tooMany();
    // Code that writes pages is loaded with the first of them.
    const { labelPdf } = await import("./label-pdf.ts");
    const locale = chooseLocale([asked.language], locales);
    const body = await labelPdf(labels, {
      format: asked.format,
      locale,
      levelName: levelNameIn(levels, locale),
      zone,
      author: "Waybill",
      madeAt: latest(deliveries),
    });
    return {
      status: 200,
      headers: {
        "content-type": "application/pdf",
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="${fileName(deliveries)}.pdf"`,
      },
      body,
    };
  },
});

/** @throws BadInput */
function requestIn({ body }: RawRequest): LabelRequest {
  const input = jsonIn(body);
  const fault = typeof input === "object" && input !== null ? unsound({ ...input }) : undefined;
  if (fault) throw new BadInput([fault]);
  const parsed = LabelRequest.safeParse(input);
  if (!parsed.success)
    throw new BadInput(faultsOf(parsed.error.issues, input).map(({ path, code }) => ({ path, code })));
  return parsed.data;
}

/**
 * The deliveries asked for, each of which the caller may see.
 *
 * @throws Refusal `deliveries.not-found`, `labels.none`, `labels.too-many`, `accounts.forbidden`
 */
async function deliveriesFor(
  tx: Tx,
  context: Context,
  { ids, filter }: LabelRequest,
): Promise<DeliveryRecord[]> {
  if (filter !== undefined && context.scope !== "org") throw new Refusal("accounts.forbidden");
  const wanted =
    filter === undefined ? [...new Set(ids)] : await deliveriesFound(tx, context, filter, LABELS_MOST + 1);
  if (wanted.length === 0) throw new Refusal("labels.none");
  if (wanted.length > LABELS_MOST) throw tooMany();
  const found = await readDeliveries(tx, wanted);
  const seen = new Map(found.filter((one) => maySee(one, context)).map((one) => [one.id, one]));
  return wanted.map((id) => {
    const delivery = seen.get(id.toLowerCase());
    if (!delivery) throw new Refusal("deliveries.not-found", { id });
    return delivery;
  });
}

const tooMany = (): Refusal => new Refusal("labels.too-many", { most: LABELS_MOST });

/** Labels of the same deliveries are the same bytes. */
const latest = (deliveries: readonly DeliveryRecord[]): Instant =>
  Math.max(...deliveries.map(({ createdAt }) => createdAt));

const fileName = (deliveries: readonly DeliveryRecord[]): string =>
  deliveries.length === 1 ? (deliveries[0]?.number ?? "labels") : `labels-${deliveries.length}`;
