import { type KeyboardEvent, useEffect, useRef, useState } from "react";
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
  const [said, setSaid] = useState("");
  const focusNext = useRef<string>(undefined);
  useEffect(() => {
    if (focusNext.current !== undefined) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each new order gives the focus back
  }, [levels]);
  const put = (level: LevelTerms) => {
    onChange(levels.map((one) => (one.code === level.code ? level : one)));
    setEditing(undefined);
  };
  const move = (from: number, to: number) => {
    const level = levels[from];
    if (!level || to < 0 || to >= levels.length) return;
    // A moved row loses the focus: it gets it back on the same control.
    focusNext.current = document.activeElement?.id;
    onChange(levels.toSpliced(from, 1).toSpliced(to, 0, level));
    setSaid(t("moved", { name: nameOf(level.code), place: to + 1, of: levels.length }));
  };
  return (
    <section aria-labelledby="levels-title">
      <header className="levels-head">
        <h2 className="title" id="levels-title">
          {t("list")}
        </h2>
        <span className="quiet small">{t("order")}</span>
      </header>
      <ol className="level-list">
        {levels.map((level, at) => (
          <LevelRow
            key={level.code}
            level={level}
            at={at}
            count={levels.length}
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
  onMove: (to: number) => void;
  onSwitch: (isOn: boolean) => void;
  onEdit: () => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

function LevelRow({ level, at, count, onMove, onSwitch, onEdit }: LevelRowProps) {
  const t = useWords("levels");
  const name = useLevelName()(level.code);
  const [offered, limits] = useTermsText()(level);
  const onKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!event.altKey || step === undefined) return;
    event.preventDefault();
    onMove(at + step);
  };
  const id = `level-${level.code}`;
  return (
    // The keys belong to the row's own buttons: Alt with an arrow moves the level whose button has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className={classes("level", !level.isOn && "level-off")} data-testid="level" onKeyDown={onKey}>
      <Switch
        id={`${id}-on`}
        label={t("on", { name })}
        labelHidden
        checked={level.isOn}
        onChange={onSwitch}
      />
      <span className="level-text">
        <span className="strong">{name}</span>
        {level.isOn ? <span>{offered}</span> : <span>{t("off")}</span>}
        <span className="quiet small">{limits}</span>
      </span>
      <span className="level-tools">
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
