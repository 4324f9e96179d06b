import { describe, expect, test } from "vitest";
import { HOUR_MS } from "#kernel/instant.ts";
import { endOf, endOfAll, waitIn } from "./answer.ts";
import { dayChange, type DayStop } from "./day-change.ts";

describe("answers of a push service", () => {
  test.each([
    [201, "taken"],
    [202, "taken"],
    [404, "gone"],
    [410, "gone"],
    [413, "refused"],
    [403, "refused"],
    [301, "refused"],
    [429, "again"],
    [503, "again"],
    [500, "unknown"],
  ])("%i means %s", (status, end) => expect(endOf(status)).toBe(end));

  test("it is asked again when it wants to be, an hour later at most", () => {
    const now = Date.UTC(2026, 5, 17, 8);
    expect(waitIn("120", now)).toBe(120_000);
    expect(waitIn("Wed, 17 Jun 2026 08:00:30 GMT", now)).toBe(30_000);
    expect(waitIn("864000", now)).toBe(HOUR_MS);
    expect(waitIn("Wed, 17 Jun 2020 08:00:30 GMT", now)).toBe(0);
    expect(waitIn("soon", now)).toBe(0);
    expect(waitIn(undefined, now)).toBe(0);
  });

  test("a person with several devices is told again while one of them may still get it", () => {
    expect(endOfAll(["taken", "again", "gone"])).toBe("again");
    expect(endOfAll(["taken", "gone", "refused"])).toBe("taken");
    expect(endOfAll(["gone", "refused"])).toBe("refused");
    expect(endOfAll(["gone"])).toBe("gone");
    expect(endOfAll([])).toBe("gone");
  });
});

describe("a courier's day", () => {
  const stop = (facts: Partial<DayStop>): DayStop => ({
    wasThere: true,
    isThere: true,
    isEnded: false,
    isTheirs: false,
    isEdited: false,
    ...facts,
  });

  test("what others added, took and changed is counted", () => {
    const added = stop({ wasThere: false });
    const taken = stop({ isThere: false });
    const changed = stop({ isEdited: true });
    expect(dayChange([added, added, taken, changed, stop({})])).toEqual({ added: 2, taken: 1, changed: 1 });
  });

  test.each([
    ["a stop that ended at the door", stop({ isThere: false, isEnded: true })],
    ["one that the courier gave away", stop({ isThere: false, isTheirs: true })],
    ["one that the courier took over", stop({ wasThere: false, isTheirs: true })],
    ["an edit of a stop that came anew", stop({ wasThere: false, isTheirs: true, isEdited: true })],
    ["one that stays", stop({})],
  ])("%s is no news", (_name, one) => expect(dayChange([one])).toBeNull());
});
