import { useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { AddressBreak } from "#web/ui/address-text.tsx";
import { NumberText } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { ExceptionRow } from "../contract/api.ts";
import { KIND_ICON, toneOf } from "./kind-look.ts";

interface QueueRowProps {
  row: ExceptionRow;
  now: number;
  href: string;
  isOpen: boolean;
}

/** One line of the queue: kind and severity, age, delivery, place, courier, owner. */
export function QueueRow({ row, now, href, isOpen }: QueueRowProps) {
  const t = useWords("exceptions");
  const f = useFormat();
  const { id, kind, severity, openedAt, dueAt, delivery, place, courier, against, owner, resolution } = row;
  const isOverdue = resolution === null && Date.parse(dueAt) < now;
  return (
    <li data-id={id}>
      <a className={`exception-row tone-${toneOf(severity)}`} href={href} aria-current={isOpen || undefined}>
        <span className="exception-mark">
          <Icon name={KIND_ICON[kind]} />
        </span>
        <span className="exception-head">
          <span className="strong">{t(`kind.${kind}`)}</span>
          <span className="exception-severity">{t(`severity.${severityWord(severity)}`)}</span>
        </span>
        <span className="exception-age small">
          {f.ago(openedAt, now)}
          {isOverdue && <span className="exception-overdue"> · {t("queue.overdue")}</span>}
        </span>
        <span className="exception-what">
          {delivery && <NumberText>{delivery.number}</NumberText>}
          {place !== null && (
            <span className="exception-place">
              <AddressBreak label={place} />
            </span>
          )}
        </span>
        <span className="exception-who small quiet">
          <span>
            {courier && <bdi>{courier.name}</bdi>}
            {against && <> · {t(`cause.${against.cause}`, { planned: plannedOf(against, t) })}</>}
          </span>
          <span className="exception-owner">
            {resolution === null ? (owner?.name ?? t("queue.no-owner")) : t(`ended.${resolution}`)}
          </span>
        </span>
      </a>
    </li>
  );
}

/** Name of the courier whom the plan names; of nobody where it names none. */
export const plannedOf = (against: ExceptionRow["against"], t: Translate<"exceptions">): string =>
  against?.planned?.name ?? t("cause.nobody");

/** Names a severity; 4 is the mildest. */
export const severityWord = (severity: number): 1 | 2 | 3 | 4 =>
  ([1, 2, 3] as const).find((one) => one === severity) ?? 4;

/** The day and time of an instant, in the zone of the area. */
export function Moment({ at }: { at: string }) {
  const f = useFormat();
  return <time dateTime={at}>{f.dateTime(at, useZone())}</time>;
}
