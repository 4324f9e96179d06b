import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Id, InstantText } from "#contract/schemas.ts";
import { FORMAT } from "../domain/sealed-file.ts";

/** Limits of one file: facts, and megabytes of its pictures together. */
export const EVIDENCE_LIMITS = { facts: 2_000, megabytes: 64 } as const;

export const EVIDENCE_KINDS = ["zip", "pdf"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** The file `facts.json`. */
export const EvidenceFile = z.strictObject({
  format: z.literal(FORMAT),
  delivery: z.string(),
  issuer: z.string(),
  facts: z.array(
    z.strictObject({ seq: z.int(), before: Hash, fact: z.record(z.string(), z.unknown()), hash: Hash }),
  ),
  head: Hash,
  files: z.array(z.strictObject({ name: z.string(), bytes: z.int(), sha256: Hash })),
  seal: Hash,
});

export const Seal = z.strictObject({ seal: Hash, head: Hash, facts: z.int(), issuedAt: InstantText });
export type Seal = z.output<typeof Seal>;

export const evidenceApi = {
  listSeals: endpoint({
    id: "listSeals",
    method: "GET",
    path: "/api/deliveries/:id/evidence",
    needs: "evidence:read",
    summary: "Seals of the evidence that was handed out for a delivery, newest first, twenty at most",
    input: z.strictObject({ id: Id }),
    reply: z.strictObject({ items: z.array(Seal) }),
    refusals: ["deliveries.not-found"],
  }),
};

export const evidencePath = (id: string, kind: EvidenceKind, language: string): string =>
  `/api/deliveries/${encodeURIComponent(id)}/evidence.${kind}?language=${encodeURIComponent(language)}`;
