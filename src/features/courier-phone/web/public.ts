import { loadWords } from "#web/i18n/words.ts";

/** Faults of the phone's storage and clock on the day's page, with the words that they need. */
export async function loadStorageNotes() {
  const [{ StorageNotes }] = await Promise.all([
    import("./storage/storage-notes.tsx"),
    loadWords("courier-phone", "phone"),
  ]);
  return StorageNotes;
}
