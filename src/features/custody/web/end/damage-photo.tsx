import type { CourierStop } from "#features/courier/contract/api.ts";
import type { PhotoAsked } from "#features/parcels/web/public.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { isolated } from "#kernel/isolated.ts";
import { useWords } from "#web/i18n/words.ts";
import { Banner } from "#web/ui/banner.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Picture } from "./proof-panel.tsx";
import { useKeepPicture } from "./use-keep-picture.ts";

/** Photo of one damaged parcel, beside that of the whole handover. */
export function DamagePhoto({ stop, code, photo, onKept }: PhotoAsked<CourierStop>) {
  const t = useWords("parcels");
  const custody = useWords("custody");
  const { keep, isWorking, isUnreadable, error } = useKeepPicture(stop);
  const kept = stop.proofs.find(({ id }) => id === photo);
  const take = async (file: File | undefined): Promise<void> => {
    const id = file && (await keep("photo", file));
    if (id !== undefined) onKept(id);
  };
  return (
    <div className="courier-proof-box">
      {kept && <Picture key={kept.id} stop={stop} proof={kept} />}
      <label className={kept ? "courier-proof courier-proof-again" : "courier-proof"}>
        <Icon name="camera" />
        <span>{t(kept ? "part.photo-again" : "part.photo", { code: isolated(code) })}</span>
        <input
          type="file"
          accept="image/*"
          capture="environment"
          data-testid={`damage-${code}`}
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = "";
          }}
        />
      </label>
      <p aria-live="polite" className="small quiet">
        {isWorking ? custody("proof.keeping") : ""}
      </p>
      {isUnreadable && <Banner tone="trouble">{custody("proof.unreadable")}</Banner>}
      <RefusalNote error={error} />
    </div>
  );
}
