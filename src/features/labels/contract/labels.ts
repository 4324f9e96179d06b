import * as z from "zod/mini";
import { Id } from "#contract/schemas.ts";
import { deliveriesApi } from "#features/deliveries/contract/api.ts";

/** A6 for an office printer, the other two for label printers. */
export const LabelFormat = z.enum(["a6", "4x6", "100x150"]);
export type LabelFormat = z.output<typeof LabelFormat>;

/** Labels that one document holds at most. */
export const LABELS_MOST = 200;

/** Filter of the list of deliveries, without its pages. */
export const LabelFilter = z.omit(deliveriesApi.listDeliveries.input, { cursor: true, limit: true });

/** The labels of chosen deliveries, or of all that a filter of the list shows (dispatchers only). */
export const LabelRequest = z
  .strictObject({
    format: LabelFormat,
    language: z.string().check(z.maxLength(35)),
    ids: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(LABELS_MOST))),
    filter: z.optional(LabelFilter),
  })
  .check(z.refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), "wrong-kind"));
export type LabelRequest = z.output<typeof LabelRequest>;

export const LABELS_PATH = "/api/labels.pdf";
