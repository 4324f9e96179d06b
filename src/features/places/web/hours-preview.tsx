import { useState, useSyncExternalStore } from "react";
import { HOUR_MS } from "#kernel/instant.ts";
import type { Window } from "#kernel/window.ts";
import { addDays, instantAt, localAt } from "#kernel/local-time.ts";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { Card } from "#web/ui/card.tsx";
import { Fact, Facts } from "#web/ui/list.tsx";
import { openWindows } from "../domain/hours.ts";
import type { HoursForm } from "./hours-text.ts";
import { readHours } from "./hours-text.ts";

const DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** Previews the next seven days by the hours on the screen. */
export function HoursPreview({ form, zone }: { form: HoursForm; zone: string }) {
  const t = useWords("places");
  const f = useFormat();
  const text = useSyncExternalStore(form.subscribe, form.values);
  const [today] = useState(() => localAt(Date.now(), zone).date);
  const hours = readHours(text);
  return (
    <Card title={t("preview.title")} className="hours-preview">
      {hours ? (
        <Facts>
          {DAYS.map((n) => {
            const date = addDays(today, n);
            const windows = openWindows(hours, zone, date);
            const special = hours.exceptions.find((one) => one.date === date);
            return (
              <Fact
                key={date}
                name={
                  <span className="choice-text">
                    <span>{f.day(instantAt(date, "12:00", zone), zone)}</span>
                    {special && special.note !== "" && <span className="quiet small">{special.note}</span>}
                  </span>
                }
              >
                {windows.length === 0 ? (
                  <span className="quiet">{t("hours.closed")}</span>
                ) : (
                  <span className="preview-windows figure">
                    {windows.map((window) => (
                      <span key={window.start}>
                        {isWholeDay(window, zone)
                          ? t("preview.all-day")
                          : t("preview.window", {
                              from: f.time(window.start, zone),
                              to: f.time(window.end, zone),
                            })}
                      </span>
                    ))}
                  </span>
                )}
              </Fact>
            );
          })}
        </Facts>
      ) : (
        <p className="quiet">{t("preview.unfinished")}</p>
      )}
    </Card>
  );
}

const isWholeDay = ({ start, end }: Window, zone: string): boolean =>
  end - start >= MOST_OF_A_DAY_MS && [start, end].every((at) => localAt(at, zone).time === "00:00");
/** The day on which clocks go forward has 23 hours. */
const MOST_OF_A_DAY_MS = 23 * HOUR_MS;
