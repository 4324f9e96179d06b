import type { ParcelShown } from "../contract/shapes.ts";
import { parcelStories } from "../domain/story.ts";

/** An entry of a delivery's timeline, as its reader may see it. */
interface Entry {
  readonly type: string;
  readonly occurredAt: string;
  readonly recordedAt: string;
  readonly actor: { readonly name: string | null };
  readonly data: Readonly<Record<string, string | number | boolean>>;
}

/** Every parcel with its state and history, as far as the reader of the timeline may know who it was. */
export const parcelsShown = (codes: readonly string[], timeline: readonly Entry[]): ParcelShown[] =>
  parcelStories(codes, timeline).map(({ turns, ...parcel }) => ({
    ...parcel,
    history: turns.map(({ event, ...turn }) => ({
      ...turn,
      occurredAt: event.occurredAt,
      recordedAt: event.recordedAt,
      by: event.actor.name,
    })),
  }));
