import { useEffect, useEffectEvent, useRef, useState } from "react";

/** State of this tab among those that show the same payment. */
export type Place = "asking" | "mine" | "elsewhere" | "paying-elsewhere";

export interface HeldPlace {
  /** Asks the other tab to step back; one that is just paying is not disturbed. */
  readonly takeOver: () => void;
  readonly leave: () => void;
}

type Said = "hand-over" | "free" | "busy";

/** A tab that does not answer by then is asleep or gone. */
const ANSWER_MS = 1_500;

/**
 * One tab at a time shows the checkout of a payment; a second one waits until the first has gone, or takes over.
 * Only a comfort: one hold is ensured by the one intent, not by this. Without locks every tab may show it.
 */
export function holdPlace(
  name: string,
  { isBusy, onPlace }: { readonly isBusy: () => boolean; readonly onPlace: (place: Place) => void },
): HeldPlace {
  const locks: LockManager | undefined = Reflect.get(navigator, "locks");
  if (!locks) {
    onPlace("mine");
    return { takeOver: () => undefined, leave: () => undefined };
  }
  const key = `wb.checkout.${name}`;
  const channel = new BroadcastChannel(key);
  let queue = new AbortController();
  let release: (() => void) | undefined;
  let isGone = false;
  let isAsking = false;
  let answer: ReturnType<typeof setTimeout> | undefined;

  const hold = (): Promise<void> | undefined => {
    if (isGone) return undefined;
    clearTimeout(answer);
    isAsking = false;
    onPlace("mine");
    return new Promise((resolve) => {
      release = resolve;
    });
  };
  const say = (said: Said): void => channel.postMessage(said);
  /** Rejected when the wish was withdrawn, or another tab took the lock away. */
  const ask = (options: LockOptions): void => {
    locks
      .request(key, options, (lock) => {
        if (lock) return hold();
        wait();
        return undefined;
      })
      .catch(() => {
        if (!release || isGone) return;
        release = undefined;
        wait();
      });
  };
  const wait = (): void => {
    if (isGone) return;
    onPlace("elsewhere");
    queue = new AbortController();
    ask({ signal: queue.signal });
  };
  const steal = (): void => {
    clearTimeout(answer);
    queue.abort();
    if (!isGone && !release) ask({ steal: true });
  };

  channel.addEventListener("message", ({ data }: MessageEvent<Said>) => {
    if (data === "hand-over" && release) say(isBusy() ? "busy" : "free");
    if (!isAsking || data === "hand-over") return;
    isAsking = false;
    clearTimeout(answer);
    if (data === "free") steal();
    else onPlace("paying-elsewhere");
  });
  onPlace("asking");
  ask({ ifAvailable: true });
  return {
    takeOver() {
      if (release || isAsking) return;
      isAsking = true;
      answer = setTimeout(() => {
        isAsking = false;
        steal();
      }, ANSWER_MS);
      say("hand-over");
    },
    leave() {
      isGone = true;
      clearTimeout(answer);
      queue.abort();
      release?.();
      channel.close();
    },
  };
}

export function usePlace(name: string, isBusy: () => boolean): readonly [Place, () => void] {
  const [place, setPlace] = useState<Place>("asking");
  const held = useRef<HeldPlace>(undefined);
  const askBusy = useEffectEvent(isBusy);
  useEffect(() => {
    const mine = holdPlace(name, { isBusy: () => askBusy(), onPlace: setPlace });
    held.current = mine;
    return () => mine.leave();
  }, [name]);
  return [place, () => held.current?.takeOver()];
}
