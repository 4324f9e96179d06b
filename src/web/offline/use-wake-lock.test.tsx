import { act, cleanup, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useWakeLock } from "./use-wake-lock.ts";

const locks: { released: boolean; release: () => Promise<void> }[] = [];
const held = () => locks.filter(({ released }) => !released).length;

beforeEach(() => {
  locks.length = 0;
  const request = async () => {
    const lock = {
      released: false,
      release: async () => {
        lock.released = true;
      },
    };
    locks.push(lock);
    return lock;
  };
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, "wakeLock");
});

function Page({ isOpen }: { isOpen: boolean }) {
  useWakeLock(isOpen);
  return null;
}

test("the screen stays on while a stop is open, and no longer", async () => {
  const page = await act(async () => render(<Page isOpen />));
  expect(held()).toBe(1);
  await act(async () => page.rerender(<Page isOpen={false} />));
  expect(held()).toBe(0);
  await act(async () => page.rerender(<Page isOpen />));
  expect(held()).toBe(1);
  page.unmount();
  expect(held()).toBe(0);
});

test("a page that was hidden asks again when it is seen", async () => {
  await act(async () => render(<Page isOpen />));
  const [first] = locks;
  if (first) first.released = true;
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  expect(held()).toBe(1);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  expect(locks).toHaveLength(2);
});

test("a browser that refuses or knows no lock stops nothing", async () => {
  const request = vi.fn<() => Promise<never>>(() => Promise.reject(new Error("low battery")));
  Object.defineProperty(navigator, "wakeLock", { value: { request }, configurable: true });
  await act(async () => render(<Page isOpen />));
  expect(request).toHaveBeenCalledOnce();
  cleanup();
  Reflect.deleteProperty(navigator, "wakeLock");
  expect(() => render(<Page isOpen />)).not.toThrow();
});
