import { useEffect, useState } from "react";
import { phone, usePhone } from "#features/courier/web/public.ts";
import { ProofGallery } from "#features/delivery-pages/web/history/public-parts.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import type { Field } from "#web/forms/use-form.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { type ControlAttributes, FieldNote } from "#web/ui/field-frame.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { newestOf } from "#features/courier/domain/proofs.ts";
import { SignatureSheet } from "./signature-sheet.tsx";
import { useKeepPicture } from "./use-keep-picture.ts";

type Kind = "photo" | "signature";

type Proven = Pick<CourierStop, "deliveryId" | "taskId" | "proofs">;

interface ProofPanelProps {
  stop: Proven;
  /** Which pictures make sense here: nobody signs for what went wrong. */
  kinds: readonly Kind[];
  /** Of the form around: how many pictures count, and what is wrong with that. */
  field: Pick<Field<number>, "id" | "error">;
  /** Need of the stop, before anything is wrong. */
  hint?: string | undefined;
}

/** One box for each kind of picture: it asks for it, then shows the one that is kept and takes it again. */
export function ProofPanel({ stop, kinds, field, hint }: ProofPanelProps) {
  const t = useWords("custody");
  const [signing, setSigning] = useState(false);
  const { keep, isWorking, isUnreadable, error } = useKeepPicture(stop);
  return (
    <section className="stack gap-3" aria-label={t("proof.title")}>
      <div className="courier-proofs">
        {kinds.includes("photo") && (
          <PhotoBox
            stop={stop}
            input={{
              id: field.id,
              "aria-invalid": field.error === undefined ? undefined : true,
              "aria-required": undefined,
              "aria-describedby": (field.error ?? hint) === undefined ? undefined : `${field.id}-note`,
            }}
            onTaken={(file) => file && void keep("photo", file)}
          />
        )}
        {kinds.includes("signature") && <SignatureBox stop={stop} onSign={() => setSigning(true)} />}
      </div>
      <FieldNote id={field.id} hint={hint} error={field.error} />
      <p aria-live="polite" className="small quiet">
        {isWorking ? t("proof.keeping") : ""}
      </p>
      {isUnreadable && <Banner tone="trouble">{t("proof.unreadable")}</Banner>}
      <RefusalNote error={error} />
      <SignatureSheet
        open={signing}
        onClose={() => setSigning(false)}
        onSigned={(image) => {
          setSigning(false);
          void keep("signature", image);
        }}
      />
    </section>
  );
}

interface PhotoBoxProps {
  stop: Proven;
  input: ControlAttributes;
  onTaken: (file: File | undefined) => void;
}

function PhotoBox({ stop, input, onTaken }: PhotoBoxProps) {
  const t = useWords("custody");
  const kept = newestOf(stop.proofs, "photo") !== undefined;
  return (
    <div className="courier-proof-box">
      <Kept stop={stop} kind="photo" text={t("proof.photo-kept")} />
      <label className={kept ? "courier-proof courier-proof-again" : "courier-proof"} htmlFor={input.id}>
        <Icon name="camera" />
        <span>{t(kept ? "proof.photo-again" : "proof.photo")}</span>
        <input
          {...input}
          type="file"
          accept="image/*"
          capture="environment"
          data-testid="photo"
          onChange={(event) => {
            onTaken(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
    </div>
  );
}

function SignatureBox({ stop, onSign }: { stop: Proven; onSign: () => void }) {
  const t = useWords("custody");
  const kept = newestOf(stop.proofs, "signature") !== undefined;
  return (
    <div className="courier-proof-box">
      <Kept stop={stop} kind="signature" text={t("proof.signed")} />
      <button
        type="button"
        className={kept ? "courier-proof courier-proof-again" : "courier-proof"}
        onClick={onSign}
        data-testid="signature"
      >
        <Icon name="signature" />
        <span>{t(kept ? "proof.sign-again" : "proof.signature")}</span>
      </button>
    </div>
  );
}

/** The picture that counts, large enough to see whether it is good. */
function Kept({ stop, kind, text }: { stop: Proven; kind: Kind; text: string }) {
  const proof = newestOf(stop.proofs, kind);
  if (!proof) return null;
  return (
    <>
      <p className="courier-proof-kept small">
        <Icon name="check-circle" size="small" /> {text}
      </p>
      <Picture key={proof.id} stop={stop} proof={proof} />
    </>
  );
}

/** From this phone where it is kept here, else from the server. */
export function Picture({ stop, proof }: { stop: Proven; proof: CourierStop["proofs"][number] }) {
  const courier = useWords("courier");
  const isHere = usePhone().files.some((file) => file.id === proof.id);
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isHere) return;
    let made: string | undefined;
    let isOver = false;
    const show = async () => {
      const blob = await (await phone()).blob(proof.id);
      if (!blob || isOver) return;
      made = URL.createObjectURL(blob);
      setUrl(made);
    };
    show().catch(() => undefined);
    return () => {
      isOver = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [isHere, proof.id]);
  if (!isHere) return <ProofGallery delivery={{ id: stop.deliveryId, proofs: [proof] }} />;
  return url === undefined ? (
    <span className="proof bone" />
  ) : (
    <img className={`proof proof-${proof.kind}`} src={url} alt={courier(`out.${proof.kind}`)} />
  );
}
