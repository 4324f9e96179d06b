import { useEffect, useState } from "react";
import { signedFetch } from "#web/api/signed-fetch.ts";

type Picture =
  | { readonly state: "loading" }
  | { readonly state: "failed" }
  | { readonly state: "there"; readonly url: string };

/** Fetches a proof's picture with the reader's sign-in: an `<img>` alone could not prove who asks. */
async function fetchPicture(deliveryId: string, proofId: string, signal: AbortSignal): Promise<Blob> {
  const url = `/api/deliveries/${encodeURIComponent(deliveryId)}/proofs/${encodeURIComponent(proofId)}`;
  const answer = await signedFetch(url, { headers: { accept: "image/*" }, signal, credentials: "omit" });
  if (!answer.ok) throw new Error(`proof answered ${answer.status}`);
  return answer.blob();
}

/** The picture as an address for an `<img>`, revoked when the component unmounts. */
export function useProofPicture(deliveryId: string, proofId: string): Picture {
  const [picture, setPicture] = useState<Picture>({ state: "loading" });
  useEffect(() => {
    const stop = new AbortController();
    let url: string | undefined;
    fetchPicture(deliveryId, proofId, stop.signal)
      // oxlint-disable-next-line promise/always-return -- the end of the chain
      .then((blob) => {
        if (stop.signal.aborted) return;
        url = URL.createObjectURL(blob);
        setPicture({ state: "there", url });
      })
      .catch(() => {
        if (!stop.signal.aborted) setPicture({ state: "failed" });
      });
    return () => {
      stop.abort();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [deliveryId, proofId]);
  return picture;
}
