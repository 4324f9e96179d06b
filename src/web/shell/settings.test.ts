import { expect, test, vi } from "vitest";

test("the bright look for the sun is kept on the device and put on the document at the next start", async () => {
  const { setLooks } = await import("./settings.ts");
  setLooks({ theme: "sun" });
  expect(document.documentElement.dataset["theme"]).toBe("sun");

  delete document.documentElement.dataset["theme"];
  vi.resetModules();
  const fresh = await import("./settings.ts");
  fresh.applyLooks();
  expect(document.documentElement.dataset["theme"]).toBe("sun");
  localStorage.clear();
});
