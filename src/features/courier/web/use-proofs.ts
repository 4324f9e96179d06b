import { useEffect } from "react";
import { type Field, type Form, useField } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import type { CourierStop } from "../contract/api.ts";
import { proofIdsOf } from "../domain/proofs.ts";

interface Proven {
  readonly proofs: number;
}

/** Tells the form how many of a stop's pictures count, and names them as one of its inputs. */
export function useProofs<V extends Proven>(form: Form<V>, stop: Pick<CourierStop, "proofs">): Field<number> {
  const t = useWords("courier");
  const kept = proofIdsOf(stop.proofs).length;
  // Safe: every form that is given here has a number under this name.
  const counted = form as unknown as Form<Proven>;
  useEffect(() => counted.set("proofs", kept), [counted, kept]);
  return useField(counted, "proofs", t("proof.title"));
}
