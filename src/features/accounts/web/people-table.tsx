import { type Formats, useFormat } from "#web/i18n/format.ts";
import { type Translate, useWords } from "#web/i18n/words.ts";
import { useZone } from "#web/session/config.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Avatar } from "#web/ui/person/avatar.tsx";
import { LtrText } from "#web/ui/figures.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { StatusChip, type Look } from "#web/ui/status.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Person } from "../contract/people.ts";

const STATUS_LOOK = {
  active: { tone: "done", icon: "check-circle" },
  invited: { tone: "waiting", icon: "mail" },
  suspended: { tone: "trouble", icon: "lock" },
} as const satisfies Record<Person["status"], Look>;

interface PeopleTableProps {
  people: readonly Person[];
  meId: string | undefined;
  /** Absent for those who may not. */
  onEdit: ((id: string) => void) | undefined;
  onEnd: (id: string) => void;
}

export function PeopleTable({ people, meId, onEdit, onEnd }: PeopleTableProps) {
  const t = useWords("accounts");
  const hall = useWords("hall");
  const f = useFormat();
  const zone = useZone();
  const columns = columnsOf({ t, hall, f, zone, meId, onEdit, onEnd });
  return <Table caption={t("people.title")} rows={people} rowKey={(person) => person.id} columns={columns} />;
}

interface TableParts extends Omit<PeopleTableProps, "people"> {
  t: Translate<"accounts">;
  hall: Translate<"hall">;
  f: Formats;
  zone: string;
}

function columnsOf({ t, hall, f, zone, meId, onEdit, onEnd }: TableParts): Column<Person>[] {
  return [
    {
      key: "name",
      head: t("people.name"),
      cell: (person) => (
        <span className="person-name">
          <Avatar name={person.name} size="small" />
          <span className="choice-text">
            <span className="strong">
              {person.name}
              {person.id === meId && <span className="quiet"> {t("people.you")}</span>}
            </span>
            {person.email !== null && (
              <span className="quiet small">
                <LtrText>{person.email}</LtrText>
              </span>
            )}
            {person.email !== null && !person.emailProven && (
              <span className="people-unproven small">
                <Icon name="warning" size="small" />
                {t("people.unproven")}
              </span>
            )}
          </span>
        </span>
      ),
    },
    {
      key: "roles",
      head: t("people.roles"),
      cell: (person) => (
        <span className="choice-text">
          <span>{f.list(person.roles.map((role) => hall(`role.${role}`)))}</span>
          {person.roles.length === 0 && <span className="quiet">{t("people.no-role")}</span>}
          {person.vehicle !== null && person.roles.includes("courier") && (
            <span className="quiet small">{t(`vehicle.${person.vehicle}`)}</span>
          )}
        </span>
      ),
    },
    {
      key: "status",
      head: t("people.status"),
      cell: (person) => (
        <StatusChip {...STATUS_LOOK[person.status]}>{t(`status.${person.status}`)}</StatusChip>
      ),
    },
    {
      key: "phone",
      head: t("people.phone"),
      wide: true,
      cell: (person) => person.phone !== null && <LtrText>{person.phone}</LtrText>,
    },
    {
      key: "seen",
      head: t("people.seen"),
      wide: true,
      cell: (person) => (
        <span className="quiet">
          {person.lastSeenAt === null ? t("people.never") : f.dateTime(person.lastSeenAt, zone)}
        </span>
      ),
    },
    {
      key: "edit",
      head: <span className="hidden-text">{t("people.change")}</span>,
      number: true,
      cell: (person) => (
        <span className="people-actions">
          {person.id !== meId && (
            <IconButton
              icon="logout"
              label={t("end.named", { name: person.name })}
              onClick={() => onEnd(person.id)}
            />
          )}
          {onEdit && (
            <IconButton
              icon="edit"
              label={t("people.edit", { name: person.name })}
              onClick={() => onEdit(person.id)}
            />
          )}
        </span>
      ),
    },
  ];
}
