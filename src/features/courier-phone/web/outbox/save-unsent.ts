import { type OwnedWork, phone } from "#features/courier/web/public.ts";
import type { KeptFile } from "#kernel/outbox/op.ts";
import { saveFile } from "#web/api/save-file.ts";
import type { Formats } from "#web/i18n/format.ts";
import { FILE_VERSION } from "../../contract/file-elements.ts";
import type { UnsentFile } from "../../contract/unsent-file.ts";
import { contentText, unsentPage } from "./unsent-page.ts";

/** Pictures travel as text in the file. */
const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the picture cannot be read")));
    reader.readAsDataURL(blob);
  });

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const contentOf = ({ meta, ops, files, samples, subject, name }: OwnedWork): UnsentFile => ({
  kind: "waybill-unsent",
  version: FILE_VERSION,
  savedAt: Date.now(),
  subject,
  person: name,
  deviceId: meta.deviceId,
  samples: [...samples],
  commands: ops.map(({ command }) => command),
  places: Object.fromEntries(ops.map(({ command, label }) => [command.id, label])),
  pictures: files.map(({ id, deliveryId, taskId, kind, sha256, bytes }) => ({
    id,
    deliveryId,
    taskId,
    kind,
    sha256,
    bytes,
  })),
});

/** The file of unsent work: what a person reads, with the commands byte for byte as they were frozen. */
export async function unsentFile(kept: OwnedWork, format: Formats): Promise<File> {
  const isWaiting = ({ state }: { readonly state: KeptFile["state"] | "done" }) =>
    state === "waiting" || state === "look";
  const here = await phone();
  const unsent = { ...kept, ops: kept.ops.filter(isWaiting), files: kept.files.filter(isWaiting) };
  const pictures = new Map<string, string>();
  for (const { id } of unsent.files) {
    const bytes = await here.blob(id);
    if (bytes) pictures.set(id, await asDataUrl(bytes));
  }
  const there = unsent.files.filter(({ id }) => pictures.has(id));
  const content = contentOf({ ...unsent, files: there });
  const sha256 = await hashOf(contentText(content));
  const page = unsentPage({ content, sha256, kept: unsent, pictures }, format);
  const name = `waybill-unsent-${new Date(content.savedAt).toISOString().slice(0, 10)}.html`;
  return new File([page], name, { type: "text/html" });
}

/** Shares the file where the phone can share files, else saves it. */
export async function saveUnsent(format: Formats): Promise<void> {
  const kept = await (await phone()).kept();
  if (!kept) return;
  const file = await unsentFile(kept, format);
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet is no failure.
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  saveFile(file, file.name);
}
