import * as z from "zod/mini";
import { Note, TEXT_LIMITS } from "#contract/schemas.ts";
import type { FormSchema } from "#web/forms/form-store.ts";
import {
  OFFICE_EXCUSES,
  type OfficeNeeds,
  type OfficeTyped,
  officeFaults,
  officeShown,
} from "./office-proofs.ts";

/** Inputs of the proofs, before anything is asked for. */
export const OFFICE_SHAPE = {
  recipientName: z.string().check(z.trim(), z.maxLength(TEXT_LIMITS.name)),
  photo: z.nullable(z.instanceof(File)),
  signature: z.nullable(z.instanceof(File)),
  codes: z.string(),
  notScanned: z.enum(["", ...OFFICE_EXCUSES]),
  ofAge: z.boolean(),
  unproven: z.boolean(),
  note: Note,
};

/**
 * Checks the inputs, then the proofs among those that show; only they are sent.
 *
 * @param needsOf needs by what is typed; undefined where no end is recorded
 */
export const officeSchema = <Out extends OfficeTyped>(
  inputs: FormSchema<Out>,
  needsOf: (typed: Out) => OfficeNeeds | undefined,
): FormSchema<Out> => ({
  safeParse(input) {
    const read = inputs.safeParse(input);
    const needs = read.success ? needsOf(read.data) : undefined;
    if (!read.success || !needs) return read;
    const data = officeShown(read.data, needs);
    const faults = officeFaults(data, needs);
    if (faults.length === 0) return { success: true, data };
    return {
      success: false,
      error: { issues: faults.map(({ path, message }) => ({ path: [path], message })) },
    };
  },
});
