import { sql } from "kysely";
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from "#kernel/instant.ts";
import type { WordLocale } from "#kernel/locale.ts";
import { first } from "#server/db/db.ts";
import type { Tx } from "#server/db/db.ts";
import { fill } from "#server/words.ts";
import { formatsIn } from "#server/formats.ts";
import type { NoticeExample } from "../contract/api.ts";
import { NAMED_CHOICES } from "../domain/notices.ts";
import { choicesIn, costText } from "./choices-in.ts";
import { openingsIn, timeIn, windowIn } from "./times-in.ts";
import { NOTICE_WORDS } from "./words.ts";

interface Asked {
  readonly language: WordLocale;
  readonly now: Instant;
  readonly publicUrl: string;
}

/** An example of a delivery to try a wording on: in half an hour's time, by a link that opens nothing. */
export async function readExample(tx: Tx, { language, now, publicUrl }: Asked): Promise<NoticeExample> {
  const found = await first(
    tx,
    sql<{ carrier: string; zone: string; currency: string }>`
      select name as carrier, timezone as zone, trim(currency) as currency from organization where id = app_org()`,
  );
  if (!found) throw new Error("an organisation vanished");
  const { carrier, zone, currency } = found;
  const { money } = formatsIn(language);
  const costs = { extraAttempt: money(290, currency), return: money(580, currency) };
  const clock = { locale: language, zone };
  const start = now + HOUR_MS;
  const soon = windowIn(clock, { start, end: start + 30 * MINUTE_MS });
  const { button, switchMail, switchSms } = NOTICE_WORDS[language];
  const off = { link: `${publicUrl}/n/${"A".repeat(22)}` };
  return {
    values: {
      carrier,
      number: "WB-7K4M-92QX",
      recipient: "Rita Ray",
      sender: "Sam Sender",
      link: `${publicUrl}/t/${"A".repeat(22)}`,
      window: soon,
      interval: soon,
      time: timeIn(clock, now),
      place: "Kanalstr. 3, Berlin",
      openings: openingsIn(clock, [{ start, end: start + 8 * HOUR_MS }]),
      until: timeIn(clock, now + 7 * DAY_MS),
      takenBy: "Rita Ray",
      choices: choicesIn(language, NAMED_CHOICES, costs),
      cost: costText(language, costs, ["extraAttempt", "return"]),
    },
    carrier,
    button,
    foot: { mail: fill(switchMail, off), sms: fill(switchSms, off) },
  };
}
