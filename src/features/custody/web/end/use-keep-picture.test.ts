import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { useKeepPicture } from "./use-keep-picture.ts";

const keepFile = vi.fn<(file: { readonly id: string; readonly takenAt: number }) => Promise<void>>();
vi.mock("#features/courier/web/public.ts", () => ({ phone: () => Promise.resolve({ keepFile }) }));
vi.mock("#web/photo/shrink-photo.ts", () => ({ shrinkPhoto: () => Promise.resolve(new Blob(["s"])) }));

test("a smaller photo is kept beside the original, which an outcome may name meanwhile, and counts", async () => {
  const { result } = renderHook(() => useKeepPicture({ deliveryId: "d", taskId: "t" }));
  await act(() => result.current.keep("photo", new Blob(["original"])));
  const [original, small] = keepFile.mock.calls;
  expect(keepFile.mock.calls).toHaveLength(2);
  expect(small?.at(2)).toBe(original?.[0].id);
  expect(small?.[0].takenAt).toBeGreaterThan(original?.[0].takenAt ?? Infinity);
});
