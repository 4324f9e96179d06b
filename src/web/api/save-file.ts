/** Hands a file over to the browser, which saves it under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has read it once the press is done with.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
