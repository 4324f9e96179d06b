import { afterEach, expect, test, vi } from "vitest";
import { openDecoder } from "./decoder.ts";

vi.mock("../shell/trusted-types.ts", () => ({ allowScript: (url: string) => url }));

const asked = vi.fn<(options: object) => void>();
const begun = vi.fn<(url: string) => void>();
const video = document.createElement("video");

/** A browser with a detector of its own that knows these formats. */
function withDetector(formats: () => Promise<readonly string[]>): void {
  vi.stubGlobal(
    "BarcodeDetector",
    class {
      static getSupportedFormats = formats;
      constructor(options: object) {
        asked(options);
      }
      detect = async (picture: HTMLVideoElement) => (picture === video ? [{ rawValue: "WB-1" }] : []);
    },
  );
}

/** The library, which is ready at once or fails. */
function withLibrary(reply: object): void {
  vi.stubGlobal(
    "Worker",
    class extends EventTarget {
      constructor(url: string) {
        super();
        begun(url);
        queueMicrotask(() => this.dispatchEvent(new MessageEvent("message", { data: reply })));
      }
      terminate = () => undefined;
    },
  );
}

afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test("the browser's own detector reads both kinds of code, and no library comes", async () => {
  withDetector(async () => ["qr_code", "code_128", "ean_13"]);
  withLibrary({ kind: "ready" });
  const decoder = await openDecoder();
  expect(await decoder.read(video)).toEqual(["WB-1"]);
  expect(asked.mock.calls).toEqual([[{ formats: ["code_128", "qr_code"] }]]);
  expect(begun).not.toHaveBeenCalled();
});

test.each([
  ["knows one kind alone", async () => ["qr_code"]],
  ["knows none", async () => []],
  ["cannot say", () => Promise.reject(new Error("no service"))],
] as const)("where the detector %s the library comes", async (_how, formats) => {
  withDetector(formats);
  withLibrary({ kind: "ready" });
  await openDecoder();
  expect(asked).not.toHaveBeenCalled();
  expect(begun).toHaveBeenCalledOnce();
});

test("without a detector and without the library codes cannot be read", async () => {
  withLibrary({ kind: "failed", reason: "no memory" });
  await expect(openDecoder()).rejects.toThrow("no memory");
});
