import { useId, useState } from "react";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { CourierStop } from "../contract/api.ts";
import { shrinkPhoto } from "./keep-picture.ts";
import { SignatureSheet } from "./signature-sheet.tsx";
import { useKeepProof } from "./use-keep-proof.ts";

/** Photo and signature, each one press away; what is kept already is counted. */
export function ProofPanel({ stop }: { stop: CourierStop }) {
  const t = useWords("courier");
  const id = useId();
  const [unreadable, setUnreadable] = useState(false);
  const [signing, setSigning] = useState(false);
  const { keep, keeping } = useKeepProof(stop);
  const kept = (kind: "photo" | "signature") => stop.proofs.filter((proof) => proof.kind === kind).length;
  const take = async (file: File | undefined) => {
    if (!file) return;
    setUnreadable(false);
    try {
      keep("photo", await shrinkPhoto(file));
    } catch {
      setUnreadable(true);
    }
  };
  return (
    <section className="stack gap-3" aria-label={t("proof.title")}>
      <div className="courier-proofs">
        <label className="courier-proof" htmlFor={id}>
          <Icon name={kept("photo") > 0 ? "check-circle" : "camera"} />
          <span>{kept("photo") > 0 ? t("proof.photos", { n: kept("photo") }) : t("proof.photo")}</span>
          <input
            id={id}

            type="file"
            accept="image/*"
            capture="environment"
            data-testid="photo"
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </label>
        <button
          type="button"
          className="courier-proof"
          onClick={() => setSigning(true)}
          data-testid="signature"
        >
          <Icon name={kept("signature") > 0 ? "check-circle" : "signature"} />
          <span>{kept("signature") > 0 ? t("proof.signed") : t("proof.signature")}</span>
        </button>
      </div>
      <p aria-live="polite" className="small quiet">
        {keeping.isPending ? t("proof.sending") : ""}
      </p>
      {unreadable && <Banner tone="trouble">{t("proof.unreadable")}</Banner>}
      <RefusalNote
        error={keeping.error}
        action={
          keeping.variables && (
            <Button icon="refresh" onClick={() => keeping.variables && keeping.mutate(keeping.variables)}>
              {t("proof.again")}
            </Button>
          )
        }
      />
      <SignatureSheet
        open={signing}
        onClose={() => setSigning(false)}
        onSigned={(image) => {
          setSigning(false);
          keep("signature", image);
        }}
      />
    </section>
  );
}
