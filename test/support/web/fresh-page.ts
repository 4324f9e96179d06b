import { onlineManager } from "@tanstack/react-query";
import { afterAll, vi } from "vitest";

// Files of one process share the libraries and the page: each begins with modules of its own and a page that is empty.
vi.resetModules();
const ownNames = Reflect.ownKeys(navigator);
afterAll(async () => {
  vi.useRealTimers();
  // Code that a page still fetches would come after its window is gone.
  await vi.dynamicImportSettled();
  vi.unstubAllGlobals();
  // A page that was left without network would keep those of later files from asking for anything.
  onlineManager.setOnline(true);
  vi.restoreAllMocks();
  for (const name of Reflect.ownKeys(navigator))
    if (!ownNames.includes(name)) Reflect.deleteProperty(navigator, name);
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, "", "/");
  const { documentElement, head, body } = document;
  for (const name of documentElement.getAttributeNames()) documentElement.removeAttribute(name);
  head.replaceChildren();
  body.replaceChildren();
});
