import { prepareZXingModule, readBarcodes } from "zxing-wasm/reader";
import wasmUrl from "zxing-wasm/reader/zxing_reader.wasm?url";
import type { WorkerReply, WorkerTask } from "./worker-messages.ts";

/*
 * Reads barcodes in a worker, since its WebAssembly needs a content policy that the page does not have: the server
 * sends this file with one of its own (`server/http/client-files.ts`).
 */
const say = (reply: WorkerReply): void => postMessage(reply);

prepareZXingModule({ overrides: { locateFile: () => wasmUrl }, fireImmediately: true }).then(
  () => say({ kind: "ready" }),
  (error: unknown) => say({ kind: "failed", reason: String(error) }),
);

addEventListener("message", ({ data: { id, frame } }: MessageEvent<WorkerTask>) => {
  readBarcodes(frame, { formats: ["Code128", "QRCode"], tryHarder: true }).then(
    (found) => say({ kind: "read", id, texts: found.map(({ text }) => text) }),
    () => say({ kind: "read", id, texts: [] }),
  );
});
