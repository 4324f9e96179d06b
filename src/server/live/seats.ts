/** Streams that one signed-in person has open at most; one browser needs one. */
export const STREAMS_PER_PERSON = 10;
/** Streams that one tracking link has open at most from one address. */
export const STREAMS_PER_LINK = 20;

/** Open streams by whose they are, oldest first. */
export type Seats = Map<string, Set<() => void>>;

/**
 * Seats a stream. Where all seats of its holder are taken, the oldest stream ends; its reader comes back by its cursor
 * and misses nothing.
 *
 * @returns how to give the seat back
 */
export function takeSeat(seats: Seats, holder: string, limit: number, end: () => void): () => void {
  const taken = seats.get(holder) ?? new Set();
  seats.set(holder, taken);
  taken.add(end);
  const [oldest] = taken;
  if (taken.size > limit) oldest?.();
  return () => {
    taken.delete(end);
    if (taken.size === 0 && seats.get(holder) === taken) seats.delete(holder);
  };
}
