/** Order in which a full phone gives things up, so that facts still fit: the map of the town before anything of the person. */
export const GIVEN_UP = ["map", "positions", "sent-pictures", "reserve"] as const;
export type GivenUp = (typeof GIVEN_UP)[number];
/** Order for a photo: the reserve is for what happened, which a photo of 3 MB would crowd out. */
export const GIVEN_UP_FOR_PHOTOS = GIVEN_UP.slice(0, -1);
/**
 * Room that is kept for a full phone. Chromium's database may stand above the quota when the next write is refused; by
 * 8.4 of 60 MB where thousands of small records filled it (measured, decision 55).
 */
export const RESERVE_BYTES = 16_000_000;

export interface Room {
  readonly isFull: (error: unknown) => boolean;
  readonly giveUp: (what: GivenUp) => Promise<unknown>;
}

/**
 * Writes; makes room step by step where nothing fits.
 *
 * @throws the refusal of the storage once nothing is left to give up
 */
export async function writeWithRoom<T>(
  write: () => Promise<T>,
  { isFull, giveUp }: Room,
  order: readonly GivenUp[] = GIVEN_UP,
): Promise<T> {
  for (let step = 0; ; step += 1) {
    try {
      return await write();
    } catch (error) {
      const next = order[step];
      if (next === undefined || !isFull(error)) throw error;
      await giveUp(next).catch(() => undefined);
    }
  }
}
