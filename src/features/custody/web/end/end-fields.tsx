import { useEffect } from "react";
import * as z from "zod/mini";
import { Name, Note, TEXT_LIMITS } from "#contract/schemas.ts";
import { useNeedNames } from "#features/courier/web/public.ts";
import { type Needs, type ProofNeed, missingProofs } from "#features/proofs/domain/needs.ts";
import { isPin, pinText } from "#features/proofs/domain/pin.ts";
import { FormArea, FormCheckbox, FormText } from "#web/forms/fields.tsx";
import { type Field, type Form, useField, useValue } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { newestOf } from "#features/courier/domain/proofs.ts";
import { ProofPanel } from "./proof-panel.tsx";

const KINDS = ["photo", "signature"] as const;

/** Inputs of an end; `proofs` names the kinds of pictures that count, joined by commas, or says `none`. */
export const NO_PROOF = { recipientName: "", note: "", ofAge: false, pin: "", proofs: "none" };
type EndValues = typeof NO_PROOF;

/** Checks of the inputs by what the end needs. A code of `refusal.*` says which picture is missing. */
export function endShape({ required }: Needs) {
  const must = (need: ProofNeed) => required.includes(need);
  const has = (need: ProofNeed, isThere: (kinds: string) => boolean, code: string) =>
    z.refine<string>((kinds) => !must(need) || isThere(kinds), `courier.${code}`);
  return {
    recipientName: must("recipient_name") ? Name : z.string().check(z.trim(), z.maxLength(TEXT_LIMITS.name)),
    note: must("note") ? Note.check(z.minLength(1)) : Note,
    ofAge: z.boolean().check(z.refine((seen) => seen || !must("age_check"), "courier.age-not-checked")),
    pin: z.string().check(
      z.overwrite(pinText),
      z.refine((text) => isPin(text) || (text === "" && !must("pin")), "courier.pin-missing"),
    ),
    proofs: z.string().check(
      has("photo_or_signature", (kinds) => kinds !== NO_PROOF.proofs, "no-proof"),
      has("photo", (kinds) => kinds.includes("photo"), "photo-missing"),
      has("signature", (kinds) => kinds.includes("signature"), "signature-missing"),
    ),
  };
}

interface Ended {
  readonly recipientName: string;
  readonly note: string;
  readonly ofAge: boolean;
  readonly pin: string;
}

/** The inputs as a command carries them. */
export const endOf = ({ recipientName, note, ofAge, pin }: Ended) => ({
  recipientName: recipientName === "" ? null : recipientName,
  note: note === "" ? null : note,
  ...(ofAge && { ofAge: true as const }),
  ...(pin !== "" && { pin }),
});

/** Tells the form which kinds of a stop's pictures count, and names them as one of its inputs. */
export function useProofs<V extends Pick<EndValues, "proofs">>(
  form: Form<V>,
  stop: Pick<CourierStop, "proofs">,
): Field<string> {
  const t = useWords("custody");
  const kept = KINDS.filter((kind) => newestOf(stop.proofs, kind)).join(",") || NO_PROOF.proofs;
  // Safe: every form that is given here has a text under this name.
  const named = form as unknown as Form<Pick<EndValues, "proofs">>;
  useEffect(() => named.set("proofs", kept), [named, kept]);
  return useField(named, "proofs", t("proof.title"));
}

interface EndFieldsProps<V extends EndValues> {
  form: Form<V>;
  stop: CourierStop;
  needs: Needs;
}

/** Inputs of a success by what it needs; what may be left out says so. */
export function EndFields<V extends EndValues>({ form: given, stop, needs }: EndFieldsProps<V>) {
  const t = useWords("custody");
  const courier = useWords("courier");
  // Safe: the form has these inputs.
  const form = given as unknown as Form<EndValues>;
  const proofs = useProofs(form, stop);
  const must = (need: ProofNeed) => needs.required.includes(need);
  const asks = (need: ProofNeed) => must(need) || needs.preferred.includes(need);
  const kinds = KINDS.filter((kind) => asks(kind) || asks("photo_or_signature"));
  const hint =
    must("photo_or_signature") && stop.proofs.length === 0 ? courier("refusal.no-proof") : undefined;
  const who = stop.kind === "collect" ? "done.giver" : "done.name";
  return (
    <>
      {asks("recipient_name") && (
        <FormText
          form={form}
          name="recipientName"
          label={t(who)}
          hint={t(must("recipient_name") ? "done.name-hint" : "done.may")}
          autoComplete="off"
        />
      )}
      {kinds.length > 0 && <ProofPanel stop={stop} kinds={kinds} field={proofs} hint={hint} />}
      {asks("age_check") && (
        <FormCheckbox
          form={form}
          name="ofAge"
          label={t("done.of-age")}
          hint={t(must("age_check") ? "done.of-age-hint" : "done.may")}
        />
      )}
      {asks("pin") && (
        <FormText
          form={form}
          name="pin"
          label={t("done.pin")}
          hint={t(must("pin") ? "done.pin-hint" : "done.may")}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
      <FormArea form={form} name="note" label={t(must("note") ? "done.note-needed" : "done.note")} rows={2} />
    </>
  );
}

/** Names what the success still needs, above its button. */
export function StillMissing<V extends EndValues>({ form: given, stop, needs }: EndFieldsProps<V>) {
  // Safe: the form has these inputs.
  const form = given as unknown as Form<EndValues>;
  const recipientName = useValue(form, "recipientName");
  const note = useValue(form, "note");
  const ofAge = useValue(form, "ofAge");
  const pinCheck = isPin(pinText(useValue(form, "pin"))) ? ("right" as const) : undefined;
  const pictures = KINDS.filter((kind) => newestOf(stop.proofs, kind));
  const shown = { recipientName, note, ofAge, pinCheck, proofIds: pictures, pictures, isScanned: true };
  return <MissingLine missing={missingProofs(needs.required, shown)} />;
}

/** Names what an end still needs; said again when it changes. */
export function MissingLine({ missing }: { missing: readonly ProofNeed[] }) {
  const courier = useWords("courier");
  const names = useNeedNames();
  return (
    <p className="small" role="status">
      {missing.length > 0 && courier("stop.missing", { needs: names(missing) })}
    </p>
  );
}
