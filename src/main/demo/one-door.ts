import type { Instant } from "#kernel/instant.ts";
import { CARLA, type Story, assign, done, story } from "./story.ts";

/** Several parcels for one door: one screen, one name and one picture for all of them. */
export const atOneDoor = (now: Instant): Story[] =>
  [0, 1, 2].map((n) =>
    story(
      "collected",
      now,
      { booked: 240 - n * 4, wanted: 40, sharesDoor: true },
      assign(now, -96 + n, CARLA),
      done(now, -46 + n, "collect", CARLA),
    ),
  );
