import { useWords } from "#web/i18n/words.ts";
import { Moment } from "#web/ui/facts/moment.tsx";
import { ListItem } from "#web/ui/list.tsx";
import type { AuditEntry } from "../contract/api.ts";
import { pageOf } from "./page-of.ts";
import { useFacts } from "./use-facts.ts";

/** One entry in plain words: what was done to which thing, by whom, by which role, when. */
export function AuditRow({ entry }: { entry: AuditEntry }) {
  const t = useWords("audit");
  const { act, actor, subject, number } = entry;
  const facts = useFacts(entry);
  const href = pageOf(entry);
  return (
    <ListItem
      title={
        <>
          {t(`act.${act}`)}
          {subject.name !== null && (
            <>
              {": "}
              <bdi>{subject.name}</bdi>
            </>
          )}
        </>
      }
      detail={
        <span className="audit-facts">
          <Actor actor={actor} />
          <Moment at={entry.at} />
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
          {href !== undefined && (
            <a href={href}>{t(subject.kind === "delivery" ? "open.delivery" : "open.page")}</a>
          )}
        </span>
      }
      end={
        <span className="quiet small figure">
          {number === null ? t("unsealed") : t("number", { n: number })}
        </span>
      }
    />
  );
}

function Actor({ actor: { id, name, roles } }: Pick<AuditEntry, "actor">) {
  const t = useWords("audit");
  const hall = useWords("hall");
  const who = name ?? t(id === null ? "nobody" : "gone");
  return (
    <span>
      <bdi>{who}</bdi>
      {roles.length > 0 && ` (${roles.map((role) => hall(`role.${role}`)).join(", ")})`}
    </span>
  );
}
