import { MINUTE_MS, SECOND_MS, toIso } from "#kernel/instant.ts";
import type { LocalDate } from "#kernel/local-time.ts";
import type { Context } from "#server/http/route.ts";
import type { WorkDays } from "../contract/api.ts";
import { worksOf } from "./work-of.ts";

/** Planned work of a day for the board. A courier carries what the vehicle of the day's first shift holds. */
export async function readWorkDay(
  { date }: { readonly date: LocalDate },
  { db, actor }: Context,
): Promise<WorkDays> {
  const days = await db.read(actor, (tx) => worksOf(tx, actor.orgId, date));
  return {
    couriers: days.map(({ courierId, shifts, vehicle }) => {
      const { parcels, massG } = (shifts[0]?.vehicle ?? vehicle).capacity;
      return {
        courierId,
        parcels,
        massG,
        shifts: shifts.map(({ window, rests }) => ({
          start: toIso(window.start),
          end: toIso(window.end),
          breaks: rests.map(({ earliest, latest, seconds }) => ({
            earliest: toIso(earliest),
            latest: toIso(latest),
            minutes: (seconds * SECOND_MS) / MINUTE_MS,
          })),
        })),
      };
    }),
  };
}
