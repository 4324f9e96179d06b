import { useState } from "react";
import { newId } from "#web/api/new-id.ts";
import type { CourierStop } from "#features/courier/contract/api.ts";
import { phone } from "#features/courier/web/public.ts";
import { shrinkPhoto } from "#web/photo/shrink-photo.ts";

/** SHA-256 of the bytes as they are kept, in hex. */
async function hashOf(blob: Blob): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await blob.arrayBuffer()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export interface KeptPicture {
  /** @returns the picture that counts; nothing where it is none, or the phone refuses it */
  readonly keep: (kind: "photo" | "signature", picture: Blob) => Promise<string | undefined>;
  readonly isWorking: boolean;
  readonly error: unknown;
  /** True for a file that is no picture. */
  readonly isUnreadable: boolean;
}

/** Pictures are on this phone before anything else happens to them; a photo is then made small. */
export function useKeepPicture(stop: Pick<CourierStop, "deliveryId" | "taskId">): KeptPicture {
  const [state, setState] = useState({ isWorking: false, isUnreadable: false, error: null as unknown });
  const store = async (kind: "photo" | "signature", picture: Blob, takenAt: number) => {
    const sha256 = await hashOf(picture);
    const { deliveryId, taskId } = stop;
    const file = { id: newId(), deliveryId, taskId, kind, sha256, bytes: picture.size, takenAt };
    await (await phone()).keepFile({ ...file, state: "draft", code: null, endedAt: null }, picture);
    return file.id;
  };
  /** @returns nothing for what is no picture */
  const storePhoto = async (picture: Blob): Promise<string | undefined> => {
    const takenAt = Date.now();
    const id = await store("photo", picture, takenAt);
    const small = await shrinkPhoto(picture);
    // The stop may be ended this moment with the original's name, so both stay. The later one counts.
    if (small) return small === picture ? id : store("photo", small, takenAt + 1);
    await (await phone()).dropDraftFile(id);
    return undefined;
  };
  const keep = async (kind: "photo" | "signature", picture: Blob) => {
    setState({ isWorking: true, isUnreadable: false, error: null });
    try {
      const id = await (kind === "signature" ? store(kind, picture, Date.now()) : storePhoto(picture));
      setState({ isWorking: false, isUnreadable: id === undefined, error: null });
      return id;
    } catch (error) {
      setState({ isWorking: false, isUnreadable: false, error });
      return undefined;
    }
  };
  return { keep, ...state };
}
