import { signedFetch } from "./signed-fetch.ts";

/** Hands a file over to the browser, which saves it under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has read it once the press is done with.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}

/** Fetches a file with the reader's sign-in, which a link alone could not show, and saves it under this name. */
export async function saveFetched(
  url: string,
  name: string,
  options: Pick<RequestInit, "headers" | "signal"> = {},
): Promise<void> {
  const answer = await signedFetch(url, { ...options, credentials: "omit" });
  if (!answer.ok) throw new Error(`a file answered ${answer.status}`);
  saveFile(await answer.blob(), name);
}
