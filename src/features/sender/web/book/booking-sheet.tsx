import type { ReactNode } from "react";
import { useFormat } from "#web/i18n/format.ts";
import { useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { Card } from "#web/ui/card.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-name.ts";
import { gramsOf } from "./booking.ts";
import type { Booking } from "./booking.ts";
import type { BookStep } from "./steps.ts";
import { STEPS } from "./steps.ts";

/** The sender's copy of the waybill, filled in step by step. */
export function BookingSheet({ booking, step }: { booking: Booking; step: BookStep }) {
  const t = useWords("sender");
  const format = useFormat();
  const zone = useZone();
  const { pickup, dropoff, parcels, recipient } = booking;
  const massG = parcels.reduce((sum, parcel) => sum + gramsOf(parcel.kg), 0);
  const past = (which: BookStep) => STEPS.indexOf(step) > STEPS.indexOf(which);
  return (
    <Card title={t("price.what")} copy="sender" as="div" className="book-sheet">
      <dl>
        <Line icon="store" name={t("address.pickup")} own>
          {pickup?.label}
        </Line>
        <Line icon="door" name={t("address.dropoff")} own>
          {dropoff?.label}
        </Line>
        <Line icon="parcel" name={t("book.step.parcels")}>
          {past("parcels") && `${t("sheet.parcels", { n: parcels.length })} · ${format.mass(massG)}`}
        </Line>
        <Line icon="clock" name={t("when.window")}>
          {booking.windowStart !== "" &&
            format.window({ start: booking.windowStart, end: booking.windowEnd }, zone)}
        </Line>
        <Line icon="person" name={t("contact.recipient")} own>
          {recipient.name}
        </Line>
      </dl>
    </Card>
  );
}

interface LineProps {
  icon: IconName;
  name: string;
  /** It is a person's own text, in whatever script they write. */
  own?: boolean;
  children: ReactNode;
}

/** One line of the form; a dotted rule stands where nothing is written yet. */
function Line({ icon, name, own, children }: LineProps) {
  const t = useWords("sender");
  const empty = children === undefined || children === "" || children === false;
  return (
    <div>
      <dt>
        <Icon name={icon} size="small" />
        {name}
      </dt>
      <dd className={empty ? "book-sheet-open" : "strong"}>
        {empty ? (
          <span className="hidden-text">{t("sheet.open")}</span>
        ) : own ? (
          <bdi>{children}</bdi>
        ) : (
          children
        )}
      </dd>
    </div>
  );
}
