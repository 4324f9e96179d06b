/** Order in which a full phone gives things up, so that facts still fit. */
export const GIVEN_UP = ["positions", "sent-pictures", "reserve"] as const;
export type GivenUp = (typeof GIVEN_UP)[number];
/** Room that is kept for a full phone. */
export const RESERVE_BYTES = 8_000_000;

export interface Room {
  readonly isFull: (error: unknown) => boolean;
  readonly giveUp: (what: GivenUp) => Promise<void>;
}

/**
 * Writes; makes room step by step where nothing fits.
 *
 * @throws the refusal of the storage once nothing is left to give up
 */
export async function writeWithRoom<T>(write: () => Promise<T>, { isFull, giveUp }: Room): Promise<T> {
  for (let step = 0; ; step += 1) {
    try {
      return await write();
    } catch (error) {
      const next = GIVEN_UP[step];
      if (next === undefined || !isFull(error)) throw error;
      await giveUp(next).catch(() => undefined);
    }
  }
}
