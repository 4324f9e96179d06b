import { type KeyboardEvent, useState } from "react";
import { useOrder } from "#web/drafts/use-order.ts";
import { useWords } from "#web/i18n/words.ts";
import { IconButton } from "#web/ui/button.tsx";
import { Switch } from "#web/ui/choice.tsx";
import { classes } from "#web/ui/class-names.ts";
import type { LevelTerms } from "../../contract/levels.ts";
import { LevelDialog } from "./level-dialog.tsx";
import { useLevelName, useTermsText } from "./level-words.ts";

interface LevelListProps {
  levels: readonly LevelTerms[];
  onChange: (levels: readonly LevelTerms[]) => void;
}

/** The levels in the order in which senders see them. */
export function LevelList({ levels, onChange }: LevelListProps) {
  const t = useWords("levels");
  const nameOf = useLevelName();
  const [editing, setEditing] = useState<LevelTerms>();
  const put = (level: LevelTerms) => {
    onChange(levels.map((one) => (one.code === level.code ? level : one)));
    setEditing(undefined);
  };
  const { move, keys, said } = useOrder(levels, onChange, ({ code }, place) =>
    t("moved", { name: nameOf(code), ...place }),
  );
  return (
    <section aria-labelledby="levels-title">
      <header className="draft-head">
        <h2 className="title" id="levels-title">
          {t("list")}
        </h2>
        <span className="quiet small">{t("order")}</span>
      </header>
      <ol className="draft-list">
        {levels.map((level, at) => (
          <LevelRow
            key={level.code}
            level={level}
            at={at}
            count={levels.length}
            onKeys={keys(at)}
            onMove={(to) => move(at, to)}
            onSwitch={(isOn) => put({ ...level, isOn })}
            onEdit={() => setEditing(level)}
          />
        ))}
      </ol>
      <p className="hidden-text" aria-live="polite">
        {said}
      </p>
      {editing && <LevelDialog level={editing} onClose={() => setEditing(undefined)} onSave={put} />}
    </section>
  );
}

interface LevelRowProps {
  level: LevelTerms;
  at: number;
  count: number;
  onKeys: (event: KeyboardEvent) => void;
  onMove: (to: number) => void;
  onSwitch: (isOn: boolean) => void;
  onEdit: () => void;
}

function LevelRow({ level, at, count, onKeys, onMove, onSwitch, onEdit }: LevelRowProps) {
  const t = useWords("levels");
  const name = useLevelName()(level.code);
  const [offered, limits] = useTermsText()(level);
  const id = `level-${level.code}`;
  return (
    // The keys belong to the row's own buttons: Alt with an arrow moves the level whose button has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={classes("level", !level.isOn && "level-off")} data-testid="level" onKeyDown={onKeys}>
      <Switch
        id={`${id}-on`}
        label={t("on", { name })}
        labelHidden
        checked={level.isOn}
        onChange={onSwitch}
      />
      <span className="level-text draft-text">
        <span className="strong">{name}</span>
        {level.isOn ? <span>{offered}</span> : <span>{t("off")}</span>}
        <span className="quiet small">{limits}</span>
      </span>
      <span className="level-tools draft-tools">
        <IconButton
          id={`${id}-up`}
          icon="up"
          label={t("up", { name })}
          disabled={at === 0}
          onClick={() => onMove(at - 1)}
        />
        <IconButton
          id={`${id}-down`}
          icon="down"
          label={t("down", { name })}
          disabled={at === count - 1}
          onClick={() => onMove(at + 1)}
        />
        <IconButton id={`${id}-edit`} icon="edit" label={t("edit", { name })} onClick={onEdit} />
      </span>
    </li>
  );
}
