import type { OpeningHours } from "#features/places/contract/api.ts";
import { addDays, localAt } from "#kernel/local-time.ts";
import type { Instant } from "#kernel/instant.ts";

/** Always open, so that a visitor can book at any hour; closed on one day in three weeks, to show how that looks. */
export const demoHours = (now: Instant, timezone: string): OpeningHours => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: "00:00", closes: "24:00" })),
  exceptions: [
    {
      date: addDays(localAt(now, timezone).date, 20),
      closed: true,
      opens: null,
      closes: null,
      note: "Works outing",
    },
  ],
});
