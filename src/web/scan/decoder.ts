import { allowScript } from "../shell/trusted-types.ts";
// oxlint-disable-next-line import/default -- the bundler makes an address of it
import workerUrl from "./zxing-worker.ts?worker&url";
import type { WorkerReply, WorkerTask } from "./worker-messages.ts";

/** Reads the codes in a picture of the camera. */
export interface Decoder {
  read(video: HTMLVideoElement): Promise<readonly string[]>;
  close(): void;
}

interface NativeDetector {
  detect(picture: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}
interface NativeDetectors {
  new (options: { readonly formats: readonly string[] }): NativeDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const FORMATS = ["code_128", "qr_code"];
/** The library and its WebAssembly are 430 kB. */
const LOAD_MS = 30_000;

/**
 * Opens the browser's own detector where it reads both kinds of code, else the library, which is fetched now.
 *
 * @throws Error where the library does not come
 */
export async function openDecoder(): Promise<Decoder> {
  return (await nativeDecoder()) ?? libraryDecoder();
}

async function nativeDecoder(): Promise<Decoder | undefined> {
  // Safe: what the browser has under this name is this class, or nothing.
  const Detectors = Reflect.get(globalThis, "BarcodeDetector") as NativeDetectors | undefined;
  const known = await Detectors?.getSupportedFormats().catch((): string[] => []);
  if (!Detectors || !FORMATS.every((format) => known?.includes(format))) return undefined;
  const detector = new Detectors({ formats: FORMATS });
  return {
    read: async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue),
    close: () => undefined,
  };
}

function libraryDecoder(): Promise<Decoder> {
  const worker = new Worker(allowScript(workerUrl), { type: "module", name: "codes" });
  const canvas = document.createElement("canvas");
  const waiting = new Map<number, (texts: readonly string[]) => void>();
  let last = 0;
  const decoder: Decoder = {
    read(video) {
      const frame = frameOf(video, canvas);
      if (!frame) return Promise.resolve([]);
      last += 1;
      const task: WorkerTask = { id: last, frame };
      return new Promise((resolve) => {
        waiting.set(task.id, resolve);
        worker.postMessage(task, [frame.data.buffer]);
      });
    },
    close: () => worker.terminate(),
  };
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => {
      worker.terminate();
      reject(new Error(`codes cannot be read: ${reason}`));
    };
    const limit = setTimeout(fail, LOAD_MS, "the library did not come");
    worker.addEventListener("error", ({ message }) => fail(message));
    worker.addEventListener("message", ({ data }: MessageEvent<WorkerReply>) => {
      if (data.kind === "read") return answer(waiting, data.id, data.texts);
      clearTimeout(limit);
      if (data.kind === "ready") resolve(decoder);
      else fail(data.reason);
    });
  });
}

function answer(
  waiting: Map<number, (texts: readonly string[]) => void>,
  id: number,
  texts: readonly string[],
): void {
  waiting.get(id)?.(texts);
  waiting.delete(id);
}

/** Pixels along the longer edge: enough for a label that fills half of the picture, and read in about 20 ms. */
const EDGE = 960;

function frameOf(video: HTMLVideoElement, canvas: HTMLCanvasElement): ImageData | undefined {
  const { videoWidth, videoHeight } = video;
  if (videoWidth === 0) return undefined;
  const scale = Math.min(1, EDGE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  pen?.drawImage(video, 0, 0, canvas.width, canvas.height);
  return pen?.getImageData(0, 0, canvas.width, canvas.height);
}
