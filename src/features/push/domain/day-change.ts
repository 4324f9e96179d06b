/** A stop of a courier's day, as it was known and as it stands. */
export interface DayStop {
  readonly wasThere: boolean;
  readonly isThere: boolean;
  /** It came to an end at the door. */
  readonly isEnded: boolean;
  /** The courier gave it away, took it over or did it otherwise. */
  readonly isTheirs: boolean;
  /** The office edited it since. */
  readonly isEdited: boolean;
}

/** Stops that others added to a courier's day, took from it and changed. */
export interface DayChange {
  readonly added: number;
  readonly taken: number;
  readonly changed: number;
}

const count = (stops: readonly DayStop[], fits: (stop: DayStop) => boolean): number =>
  stops.filter(fits).length;

/** Counts what others changed in a day; null where that is nothing. */
export function dayChange(stops: readonly DayStop[]): DayChange | null {
  const byOthers = stops.filter(({ isTheirs }) => !isTheirs);
  const change = {
    added: count(byOthers, ({ wasThere, isThere }) => !wasThere && isThere),
    taken: count(byOthers, ({ wasThere, isThere, isEnded }) => wasThere && !isThere && !isEnded),
    changed: count(stops, ({ wasThere, isThere, isEdited }) => wasThere && isThere && isEdited),
  };
  return change.added + change.taken + change.changed === 0 ? null : change;
}
