import { isUuid } from "#kernel/id.ts";
import { type Locale, chooseLocale } from "#kernel/locale.ts";
import { notFound } from "#features/deliveries/server/public.ts";
import type { RawRoute } from "#server/http/route.ts";
import type { EvidenceKind } from "../contract/evidence.ts";
import type { DeliveryWords } from "./evidence-words.ts";
import { issueEvidence } from "./issue-evidence.ts";

interface Parts {
  readonly dataFolder: string;
  /** Languages on offer; all of them where nothing is said. */
  readonly locales?: readonly Locale[] | undefined;
  readonly deliveryWords: DeliveryWords;
}

const TYPE = { zip: "application/zip", pdf: "application/pdf" } as const;
const SUMMARY = {
  zip: "Everything recorded of a delivery with its proofs, sealed, for its office and its sender",
  pdf: "Everything recorded of a delivery as pages, for its office and its sender",
} as const;

export const evidenceRoute = (kind: EvidenceKind, parts: Parts): RawRoute => ({
  id: kind === "zip" ? "readEvidence" : "readEvidencePages",
  method: "GET",
  path: `/api/deliveries/:id/evidence.${kind}`,
  needs: "evidence:read",
  summary: SUMMARY[kind],
  limitPerMinute: 20,
  run: async ({ params: { id = "" }, query: { language }, context }) => {
    if (!isUuid(id)) throw notFound({ id });
    const locale = chooseLocale([language], parts.locales);
    const { number, pdf, zip } = await issueEvidence(parts, { deliveryId: id, locale }, context);
    return {
      status: 200,
      headers: {
        "content-type": TYPE[kind],
        "cache-control": "private, no-store",
        "content-disposition": `attachment; filename="${number}-evidence.${kind}"`,
      },
      body: kind === "pdf" ? pdf : zip(),
    };
  },
});
