/** One picture to read. */
export interface WorkerTask {
  readonly id: number;
  readonly frame: ImageData;
}

export type WorkerReply =
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "read"; readonly id: number; readonly texts: readonly string[] };
