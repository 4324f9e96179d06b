import { allowScript } from "#web/shell/trusted-types.ts";
import workerUrl from "./photo-worker.ts?worker&url";

/** A photo that takes longer is sent as the camera made it. */
const PATIENCE_MS = 10_000;

/** The photo made small by a worker, upright, without the camera's metadata; nothing when it is no picture. */
export function shrinkPhoto(photo: Blob): Promise<Blob | undefined> {
  const worker = new Worker(allowScript(workerUrl), { type: "module" });
  return new Promise<Blob | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(photo), PATIENCE_MS);
    const end = (small: Blob | undefined) => {
      clearTimeout(timer);
      resolve(small);
    };
    worker.addEventListener("message", ({ data }: MessageEvent<Blob | null>) => end(data ?? undefined));
    worker.addEventListener("error", () => end(undefined));
    worker.postMessage(photo);
  }).finally(() => worker.terminate());
}
