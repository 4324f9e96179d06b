import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { Cursor, Id, InstantText, PageSize, page } from "#contract/schemas.ts";
import {
  ClockSample,
  ProofPart,
  SYNC_LIMITS,
  SentCommand,
  SyncResult,
} from "#features/courier/contract/sync.ts";

/** One file that somebody gave to Waybill. */
export const Import = z.strictObject({
  id: Id,
  at: InstantText,
  /** Name of whoever brought it. */
  by: z.nullable(z.string()),
  /** Name of the courier whose work it holds. */
  courier: z.nullable(z.string()),
  commands: z.int(),
  pictures: z.int(),
});
export type Import = z.output<typeof Import>;

/** Address of a part of a picture of an import. */
export const ImportPart = z.object({ ...ProofPart.shape, importId: Id });

export const rescueApi = {
  bringUnsent: endpoint({
    id: "bringUnsent",
    method: "POST",
    path: "/api/rescue/imports",
    needs: "unsent:bring",
    summary:
      "Commands of a file of unsent work; each is judged once, as if its phone had sent it. Bringing it is recorded",
    input: z.strictObject({
      /** One for each reading of a file, also where its commands need several calls. */
      importId: Id,
      /** The courier's name at the identity provider. */
      subject: z.string().check(z.minLength(1), z.maxLength(255)),
      deviceId: Id,
      samples: z.array(ClockSample).check(z.maxLength(SYNC_LIMITS.samples)),
      /** Of the whole file. */
      total: z.object({ commands: z.int().check(z.gte(0)), pictures: z.int().check(z.gte(0)) }),
      commands: z.array(SentCommand).check(z.maxLength(SYNC_LIMITS.commands)),
    }),
    reply: z.strictObject({ results: z.array(SyncResult) }),
    refusals: ["rescue.unknown-courier", "rescue.not-yours", "rescue.other-import"],
    keyedByContent: true,
  }),
  listImports: endpoint({
    id: "listImports",
    method: "GET",
    path: "/api/rescue/imports",
    needs: "unsent:bring",
    summary:
      "Files of unsent work that were brought, newest first, with who brought them; a courier's own only",
    input: z.strictObject({ cursor: z.optional(Cursor), limit: PageSize }),
    reply: page(Import),
    refusals: [],
  }),
};
