import { useEffect } from "react";

/** Keeps the screen on while wanted, where the browser allows it. Nothing depends on it. */
export function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const release = (held: WakeLockSentinel | undefined) => void held?.release().catch(() => undefined);
    const ask = async () => {
      // A hidden page loses the lock, and gets none.
      if (document.visibilityState !== "visible" || (lock && !lock.released)) return;
      const got = await navigator.wakeLock.request("screen");
      if (isOver || (lock && !lock.released)) release(got);
      else lock = got;
    };
    const tryAsk = () => void ask().catch(() => undefined);
    document.addEventListener("visibilitychange", tryAsk);
    tryAsk();
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", tryAsk);
      release(lock);
    };
  }, [isWanted]);
}
