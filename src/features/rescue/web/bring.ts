import { SYNC_LIMITS, type SyncResult } from "#features/courier/contract/sync.ts";
import { BATCH, PART_BYTES } from "#kernel/outbox/op.ts";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { Problem } from "#web/api/problem.ts";
import { signedFetch } from "#web/api/signed-fetch.ts";
import { rescueApi } from "../contract/api.ts";
import type { ReadUnsent } from "./read-file.ts";

/** Result of giving a file to Waybill. */
export interface BroughtWork {
  readonly results: ReadonlyMap<string, SyncResult>;
  /** Pictures that are kept now, also those that came before. */
  readonly kept: number;
  /** Codes of pictures that were refused, by their ids. */
  readonly refused: ReadonlyMap<string, string>;
}

type Command = ReadUnsent["content"]["commands"][number];

/**
 * Gives a file to Waybill: the commands in their order, then the pictures. Given again it changes nothing.
 *
 * @throws Problem where the server is out of reach or refuses the file as a whole; what came before that stays
 */
export async function bring({ content, pictures }: ReadUnsent): Promise<BroughtWork> {
  const importId = newId();
  const { subject, deviceId, samples, commands } = content;
  const total = { commands: commands.length, pictures: content.pictures.length };
  const results = new Map<string, SyncResult>();
  for (const batch of batchesOf(commands)) {
    const head = { importId, subject, deviceId, samples, total };
    const answer = await call(
      rescueApi.bringUnsent,
      { ...head, commands: batch },
      { idempotencyKey: newId() },
    );
    for (const result of answer.results) results.set(result.id, result);
  }
  let kept = 0;
  const refused = new Map<string, string>();
  for (const picture of content.pictures) {
    const code = await sendPicture(importId, picture, pictures.get(picture.id) ?? new Uint8Array());
    if (code === undefined) kept += 1;
    else refused.set(picture.id, code);
  }
  return { results, kept, refused };
}

/** Batches that one call carries; one at least, so that a file of pictures alone is recorded too. */
function batchesOf(commands: readonly Command[]): Command[][] {
  const batches: Command[][] = [[]];
  let bytes = 0;
  for (const command of commands.toSorted((a, b) => a.seq - b.seq)) {
    const size = new TextEncoder().encode(command.body).length;
    const last = batches.at(-1);
    if (last && (last.length === 0 || (last.length < SYNC_LIMITS.commands && bytes + size <= BATCH.bytes))) {
      bytes = last.length === 0 ? size : bytes + size;
      last.push(command);
    } else {
      batches.push([command]);
      bytes = size;
    }
  }
  return batches;
}

type Picture = ReadUnsent["content"]["pictures"][number];

/** Sends a picture from where the server stands. @returns the code of its refusal; nothing once it is kept */
async function sendPicture(
  importId: string,
  picture: Picture,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  let offset = 0;
  for (let part = 0; ; part += 1) {
    const body = part === 0 ? new Uint8Array() : bytes.subarray(offset, offset + PART_BYTES);
    const answer = await putPart({ importId, picture, offset }, body);
    if (typeof answer === "string") return answer;
    if (answer.complete) return undefined;
    // A server that does not move on gets no endless loop of the same bytes.
    if (part > 0 && answer.next <= offset) throw new Problem("http.unexpected-reply");
    offset = answer.next;
  }
}

interface Part {
  readonly importId: string;
  readonly picture: Picture;
  readonly offset: number;
}

async function putPart(
  { importId, picture, offset }: Part,
  body: Uint8Array<ArrayBuffer>,
): Promise<string | { readonly next: number; readonly complete: boolean }> {
  const { id, deliveryId, taskId, kind, sha256, bytes } = picture;
  const query = new URLSearchParams({ importId, deliveryId, taskId, kind, sha256 });
  query.set("total", String(bytes));
  query.set("offset", String(offset));
  const headers = { accept: "application/json", "content-type": "application/octet-stream" };
  const response = await signedFetch(`/api/rescue/proofs/${id}?${query}`, {
    method: "PUT",
    headers,
    body: new Blob([body]),
  }).catch((cause: unknown) => {
    throw new Problem("http.unreachable", { cause });
  });
  const said: unknown = await response.json().catch(() => ({}));
  const of = (name: string): unknown =>
    typeof said === "object" && said !== null ? Reflect.get(said, name) : undefined;
  if (response.ok) return { next: Number(of("next")), complete: of("complete") === true };
  const code = of("code");
  if (response.status >= 500 || typeof code !== "string" || code.startsWith("http."))
    throw new Problem(typeof code === "string" ? code : "http.unreachable", { status: response.status });
  return code;
}
