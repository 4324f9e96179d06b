import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { useKeepPicture } from "./use-keep-picture.ts";

const keepFile = vi.fn<(file: { readonly id: string; readonly takenAt: number }) => Promise<void>>();
const dropDraftFile = vi.fn<(id: string) => Promise<void>>();
const shrinkPhoto = vi.hoisted(() => vi.fn<() => Promise<Blob | undefined>>());
vi.mock("#features/courier/web/public.ts", () => ({
  phone: () => Promise.resolve({ keepFile, dropDraftFile }),
}));
vi.mock("#web/photo/shrink-photo.ts", () => ({ shrinkPhoto }));
beforeEach(() => {
  keepFile.mockClear();
  shrinkPhoto.mockResolvedValue(new Blob(["s"]));
});

test("a smaller photo is kept beside the original, which an outcome may name meanwhile, and counts", async () => {
  const { result } = renderHook(() => useKeepPicture({ deliveryId: "d", taskId: "t" }));
  await act(() => result.current.keep("photo", new Blob(["original"])));
  const [original, small] = keepFile.mock.calls;
  expect(keepFile.mock.calls).toHaveLength(2);
  expect(small?.[0].takenAt).toBeGreaterThan(original?.[0].takenAt ?? Infinity);
});

test("a file that is no picture goes alone: an earlier photo stays", async () => {
  shrinkPhoto.mockResolvedValue(undefined);
  const { result } = renderHook(() => useKeepPicture({ deliveryId: "d", taskId: "t" }));
  await act(() => result.current.keep("photo", new Blob(["text"])));
  expect(dropDraftFile.mock.calls).toEqual(keepFile.mock.calls.map(([file]) => [file.id]));
  expect(result.current.isUnreadable).toBe(true);
});
