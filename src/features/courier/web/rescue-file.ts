import { type PhoneView, phone } from "./phone-view.ts";

/** Pictures travel as text in the file. */
const asDataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(typeof reader.result === "string" ? reader.result : ""));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("the picture cannot be read")));
    reader.readAsDataURL(blob);
  });

/** Unsent work as one file, byte for byte as it was frozen: shared where the phone can share files, else saved. */
export async function saveUnsent({ ops, files, ownerName }: PhoneView): Promise<void> {
  const store = await phone();
  const pictures = files.filter((file) => file.state === "waiting" || file.state === "look");
  const content = {
    kind: "waybill-unsent",
    version: 1,
    person: ownerName,
    commands: ops.filter((op) => op.state !== "done").map((op) => op.command),
    files: await Promise.all(
      pictures.map(async (file) => {
        const blob = await store.blob(file.id);
        return { ...file, data: blob ? await asDataUrl(blob) : null };
      }),
    ),
  };
  const name = `waybill-unsent-${new Date().toISOString().slice(0, 10)}.json`;
  const file = new File([JSON.stringify(content)], name, { type: "application/json" });
  if (navigator.canShare?.({ files: [file] })) {
    // Closing the share sheet is no failure.
    await navigator.share({ files: [file] }).catch(() => undefined);
    return;
  }
  const url = URL.createObjectURL(file);
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
