const ASKED = "wb.storage.asked";

/**
 * Asks the browser not to clear what is stored here when space gets short. Some browsers ask the person, so it happens
 * once in a browser, and a no is taken for good: everything works, with the risk of the browser's own housekeeping.
 */
export async function keepStorage(): Promise<void> {
  try {
    if (localStorage.getItem(ASKED) !== null || (await navigator.storage.persisted())) return;
    localStorage.setItem(ASKED, new Date().toISOString());
    await navigator.storage.persist();
  } catch {
    // No storage manager, or no storage at all.
  }
}
