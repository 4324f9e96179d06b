import { useState } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Delivery, Proof } from "#features/deliveries/contract/shapes.ts";
import "./proof-gallery.css";
import { useProofPicture } from "./proof-picture.ts";

/** Photos and signatures that couriers brought; a press shows one large. */
export function ProofGallery({ delivery }: { delivery: Pick<Delivery, "id" | "proofs"> }) {
  return (
    <ul className="proofs">
      {delivery.proofs.map((proof) => (
        <li key={proof.id}>
          <ProofPicture deliveryId={delivery.id} proof={proof} />
        </li>
      ))}
    </ul>
  );
}

function ProofPicture({ deliveryId, proof }: { deliveryId: string; proof: Proof }) {
  const t = useWords("deliveries");
  const f = useFormat();
  const zone = useZone();
  const [large, setLarge] = useState(false);
  const picture = useProofPicture(deliveryId, proof.id);
  const name = t(`proof.${proof.kind}`, { time: f.dateTime(proof.takenAt, zone) });
  if (picture.state === "loading") return <span className="proof bone" />;
  if (picture.state === "failed") {
    return (
      <span className="proof proof-failed">
        <Icon name="error" />
        <span className="small">{t("proof.failed")}</span>
      </span>
    );
  }
  return (
    <figure className="proof-figure">
      <button
        type="button"
        className={`proof proof-${proof.kind}`}
        aria-label={`${name}. ${t("proof.open")}`}
        onClick={() => setLarge(true)}
      >
        <img src={picture.url} alt="" />
      </button>
      <figcaption className="quiet small">{name}</figcaption>
      <Dialog open={large} onClose={() => setLarge(false)} title={name} wide>
        <img className={`proof-large proof-${proof.kind}`} src={picture.url} alt={name} />
      </Dialog>
    </figure>
  );
}
