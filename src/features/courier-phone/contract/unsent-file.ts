import * as z from "zod/mini";
import { ClockSample, NamedProof, SYNC_LIMITS, SentCommand } from "#features/courier/contract/sync.ts";
import { Id } from "#contract/schemas.ts";

/** Unsent work of one phone, as it stands in the saved file for Waybill. The commands are byte for byte as frozen. */
export const UnsentFile = z.object({
  kind: z.literal("waybill-unsent"),
  version: z.int().check(z.gte(1)),
  /** By the phone's clock. */
  savedAt: z.int().check(z.gte(0)),
  /** Name of the person at the identity provider. */
  subject: z.string().check(z.minLength(1), z.maxLength(255)),
  person: z.string(),
  deviceId: Id,
  samples: z.array(ClockSample).check(z.maxLength(SYNC_LIMITS.samples)),
  commands: z.array(SentCommand),
  /** Addresses by the ids of the commands, for whoever reads the file in. */
  places: z.record(z.string(), z.string()),
  pictures: z.array(
    z.object({
      id: Id,
      deliveryId: Id,
      taskId: Id,
      kind: NamedProof.shape.kind,
      sha256: NamedProof.shape.sha256,
      bytes: NamedProof.shape.bytes,
    }),
  ),
});
export type UnsentFile = z.output<typeof UnsentFile>;
