import type { FormSchema } from "#web/forms/form-store.ts";
import type { Form } from "#web/forms/use-form.ts";
import { ReasonTerms } from "../contract/shapes.ts";
import { reasonFaults } from "../domain/check-reasons.ts";
import { REASON_PROOFS } from "../domain/terms.ts";

export type ReasonForm = Form<ReasonTerms, ReasonTerms>;

/** Reads a typed reason by the rules that the server checks. @param among the list that it stands in */
export function reasonSchema(
  before: ReasonTerms,
  among: readonly ReasonTerms[],
  standing: Parameters<typeof reasonFaults>[2],
): FormSchema<ReasonTerms> {
  return {
    safeParse(input) {
      // Safe: only this form, whose values are a reason, is parsed with it.
      const typed = { ...before, ...(input as ReasonTerms) };
      const names = Object.fromEntries(Object.entries(typed.names).map(([at, name]) => [at, name.trim()]));
      const proofs = REASON_PROOFS.filter((proof) => typed.proofs.includes(proof));
      const read = ReasonTerms.safeParse({ ...typed, names, proofs });
      if (!read.success) return read;
      const issues = reasonFaults(read.data, among, standing).map(({ path, code }) => ({
        path: path.split("."),
        message: `reasons.${code}`,
      }));
      return issues.length > 0 ? { success: false, error: { issues } } : read;
    },
  };
}
