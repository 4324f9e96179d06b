import { CONTENT_ID, FILE_VERSION, pictureElement } from "#features/courier-phone/contract/file-elements.ts";
import { UnsentFile } from "#features/courier-phone/contract/unsent-file.ts";
import { Problem } from "#web/api/problem.ts";

/** The page's own element, found in its text: the app's policy of trusted types lets no page be parsed. */
const CONTENT = new RegExp(
  `<script type="application/json" id="${CONTENT_ID}" data-sha256="([0-9a-f]{64})">([^<]*)</script>`,
);
/** A day of pictures takes less. */
export const FILE_MOST_BYTES = 150_000_000;

export interface ReadUnsent {
  readonly content: UnsentFile;
  /** Bytes of the pictures by their ids. */
  readonly pictures: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/**
 * Reads a file of unsent work, whole or not at all.
 *
 * @throws Problem `rescue.file-too-large`, `rescue.file-other`, `rescue.file-newer`, `rescue.file-damaged`
 */
export async function readUnsent(file: File): Promise<ReadUnsent> {
  if (file.size > FILE_MOST_BYTES)
    throw new Problem("rescue.file-too-large", { facts: { most: FILE_MOST_BYTES / 1_000_000 } });
  const page = await file.text();
  const [, named, text] = CONTENT.exec(page) ?? [];
  if (text === undefined)
    throw new Problem(page.includes(CONTENT_ID) ? "rescue.file-damaged" : "rescue.file-other");
  if ((await hashOf(new TextEncoder().encode(text))) !== named) throw new Problem("rescue.file-damaged");
  const content = contentOf(text);
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const { id, sha256 } of content.pictures) {
    const picture = bytesIn(page, id);
    if ((await hashOf(picture)) !== sha256) throw new Problem("rescue.file-damaged");
    pictures.set(id, picture);
  }
  return { content, pictures };
}

/** The content, whose hash was right: another shape is one of a later version. */
function contentOf(text: string): UnsentFile {
  const json: unknown = JSON.parse(text);
  const version: unknown =
    typeof json === "object" && json !== null ? Reflect.get(json, "version") : undefined;
  if (typeof version === "number" && version > FILE_VERSION) throw new Problem("rescue.file-newer");
  const parsed = UnsentFile.safeParse(json);
  if (!parsed.success) throw new Problem("rescue.file-other", { cause: parsed.error });
  return parsed.data;
}

async function hashOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes of a picture of the page; none where it is missing or damaged. */
function bytesIn(page: string, id: string): Uint8Array<ArrayBuffer> {
  const at = page.indexOf(`<img id="${pictureElement(id)}"`);
  const start = page.indexOf(";base64,", at) + ";base64,".length;
  const base64 = at < 0 ? "" : page.slice(start, page.indexOf('"', start));
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
