import { loadWords } from "#web/i18n/words.ts";

/** Makes room on a full phone, on every page. */
export async function loadMakeRoom() {
  const [{ MakeRoom }] = await Promise.all([import("./storage/make-room.tsx"), loadWords("phone")]);
  return MakeRoom;
}

/** Faults of the phone's storage and clock on the day's page, with the words that they need. */
export async function loadStorageNotes() {
  const [{ StorageNotes }] = await Promise.all([
    import("./storage/storage-notes.tsx"),
    loadWords("courier-phone", "phone"),
  ]);
  return StorageNotes;
}
