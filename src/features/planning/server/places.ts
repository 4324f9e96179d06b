import { Refusal } from "#kernel/refusal.ts";

/** Plans at once: each takes a processor for its whole time. */
const MOST = 2;

/** Places for plans that are being made. */
export class Places {
  #taken = 0;

  /** @returns how to give the place back @throws Refusal `planning.busy` */
  take(): () => void {
    if (this.#taken >= MOST) throw new Refusal("planning.busy");
    this.#taken++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#taken--;
      isHeld = false;
    };
  }

  /** Holds a place while something is done. @throws Refusal `planning.busy` */
  async within<T>(work: () => Promise<T>): Promise<T> {
    const release = this.take();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
