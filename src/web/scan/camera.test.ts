import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Camera, openCamera } from "./camera.ts";

const getUserMedia = vi.fn<() => Promise<MediaStream>>();
const applied = vi.fn<(wish: MediaTrackConstraints) => Promise<void>>(async () => undefined);
const stopped = vi.fn<() => void>();

/** A stream of one picture track with these abilities. */
function streamOf(abilities: object): MediaStream {
  const track = { getCapabilities: () => abilities, applyConstraints: applied, stop: stopped };
  // Safe: the camera reads these alone.
  return { getVideoTracks: () => [track], getTracks: () => [track] } as unknown as MediaStream;
}

beforeEach(() => {
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
});

test("the lamp of a track that can is switched on and off", async () => {
  getUserMedia.mockResolvedValueOnce(streamOf({ torch: true }));
  const camera = (await openCamera()) as Camera;
  await camera.torch?.(true);
  await camera.torch?.(false);
  expect(applied.mock.calls).toEqual([[{ advanced: [{ torch: true }] }], [{ advanced: [{ torch: false }] }]]);
  camera.close();
  expect(stopped).toHaveBeenCalledOnce();
});

test.each([{}, { torch: false }])("a track that can do %o has no lamp", async (abilities) => {
  getUserMedia.mockResolvedValueOnce(streamOf(abilities));
  expect(await openCamera()).toMatchObject({ torch: undefined });
});

test.each([
  ["NotAllowedError", "refused"],
  ["NotReadableError", "busy"],
  ["NotFoundError", "none"],
])("%s of the browser is a camera that is %s", async (name, trouble) => {
  getUserMedia.mockRejectedValueOnce(new DOMException("no", name));
  expect(await openCamera()).toBe(trouble);
});

test("a page without cameras has none", async () => {
  vi.stubGlobal("navigator", {});
  expect(await openCamera()).toBe("none");
});
