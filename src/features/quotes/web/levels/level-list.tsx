import { useState } from "react";
import { SwitchRow, type SwitchRowProps } from "#web/drafts/row-tools.tsx";
import { useOrder } from "#web/drafts/use-order.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { List, ListItem } from "#web/ui/list.tsx";
import { type LevelTerms, writableLevel } from "../../contract/levels.ts";
import { MAX_LEVELS } from "../../domain/limits.ts";
import { newLevel } from "../../domain/service-levels.ts";
import { LevelDialog } from "./level-dialog.tsx";
import { useTermsText } from "./level-words.ts";
import { useNamesOf } from "./use-level-names.ts";

interface LevelListProps {
  levels: readonly LevelTerms[];
  /** Codes of levels by which something may have been booked: they can be retired, not taken away. */
  saved: readonly string[];
  onChange: (levels: readonly LevelTerms[]) => void;
}

/** The levels in the order in which senders see them. */
export function LevelList({ levels, saved, onChange }: LevelListProps) {
  const t = useWords("levels");
  const nameOf = useNamesOf(levels);
  const [editing, setEditing] = useState<LevelTerms>();
  const isNew = (level: LevelTerms) => levels.every(({ code }) => code !== level.code);
  const shown = levels.filter(({ isRetired }) => !isRetired);
  const retired = levels.filter(({ isRetired }) => isRetired);
  const put = (level: LevelTerms) => {
    onChange(
      isNew(level)
        ? [...shown, level, ...retired]
        : levels.map((one) => (one.code === level.code ? level : one)),
    );
    setEditing(undefined);
  };
  const { move, keys, said } = useOrder(
    shown,
    (next) => onChange([...next, ...retired]),
    ({ code }, place) => t("moved", { name: nameOf(code), ...place }),
  );
  const retire = (level: LevelTerms) => {
    if (saved.includes(level.code)) return put({ ...level, isRetired: true, isOn: false });
    onChange(levels.filter((one) => one !== level));
  };
  return (
    <section aria-labelledby="levels-title">
      <header className="draft-head">
        <h2 className="title" id="levels-title">
          {t("list")}
        </h2>
        <span className="quiet small draft-hint">{t("order")}</span>
        {levels.length < MAX_LEVELS && (
          <Button icon="add" onClick={() => setEditing(writableLevel(newLevel(levels)))}>
            {t("add")}
          </Button>
        )}
      </header>
      <ol className="draft-list">
        {shown.map((level, at) => (
          <LevelRow
            key={level.code}
            level={level}
            name={nameOf(level.code)}
            at={at}
            count={shown.length}
            onKeys={keys(at)}
            onMove={(to) => move(at, to)}
            onSwitch={(isOn) => put({ ...level, isOn })}
            onEdit={() => setEditing(level)}
            onRemove={() => retire(level)}
          />
        ))}
      </ol>
      {retired.length > 0 && (
        <List label={t("retired")}>
          {retired.map((level) => (
            <ListItem
              key={level.code}
              title={<bdi>{nameOf(level.code)}</bdi>}
              detail={t("retired-text")}
              end={
                <Button
                  variant="text"
                  icon="undo"
                  aria-label={t("revive", { name: nameOf(level.code) })}
                  onClick={() => put({ ...level, isRetired: false })}
                >
                  {t("revive-short")}
                </Button>
              }
            />
          ))}
        </List>
      )}
      <p className="hidden-text" aria-live="polite">
        {said}
      </p>
      {editing && (
        <LevelDialog
          level={editing}
          name={isNew(editing) ? undefined : nameOf(editing.code)}
          onClose={() => setEditing(undefined)}
          onSave={put}
        />
      )}
    </section>
  );
}

interface LevelRowProps extends Pick<
  SwitchRowProps,
  "name" | "at" | "count" | "onKeys" | "onMove" | "onSwitch" | "onEdit"
> {
  level: LevelTerms;
  onRemove: () => void;
}

function LevelRow({ level, name, ...row }: LevelRowProps) {
  const t = useWords("levels");
  const { offered, limits, promises } = useTermsText()(level);
  return (
    <SwitchRow
      kind="level"
      id={`level-${level.code}`}
      isOn={level.isOn}
      words={{
        on: t("on", { name }),
        up: t("up", { name }),
        down: t("down", { name }),
        edit: t("edit", { name }),
        remove: t("retire", { name }),
      }}
      name={name}
      {...row}
    >
      {level.isOn ? <span>{offered}</span> : <span>{t("off")}</span>}
      <span className="quiet small">{limits}</span>
      {promises !== "" && <span className="quiet small">{promises}</span>}
    </SwitchRow>
  );
}
