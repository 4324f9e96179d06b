import { type KeyboardEvent, type ReactNode } from "react";
import { classes } from "../ui/class-names.ts";
import { IconButton } from "../ui/button.tsx";
import { Switch } from "../ui/choice.tsx";

interface RowToolsProps {
  /** Begins the ids of its buttons, by which a moved row keeps the focus. */
  id: string;
  /** Place among `count` rows, from 0. */
  at: number;
  count: number;
  words: { readonly up: string; readonly down: string; readonly edit: string; readonly remove: string };
  onMove: (to: number) => void;
  onEdit: () => void;
  /** Absent where the row cannot be taken away. */
  onRemove?: (() => void) | undefined;
  className?: string;
}

/** Moves, edits and takes away a row of a list whose order counts. */
export function RowTools({ id, at, count, words, onMove, onEdit, onRemove, className }: RowToolsProps) {
  return (
    <span className={classes("draft-tools", className)}>
      <IconButton
        id={`${id}-up`}
        icon="up"
        label={words.up}
        disabled={at === 0}
        onClick={() => onMove(at - 1)}
      />
      <IconButton
        id={`${id}-down`}
        icon="down"
        label={words.down}
        disabled={at === count - 1}
        onClick={() => onMove(at + 1)}
      />
      <IconButton id={`${id}-edit`} icon="edit" label={words.edit} onClick={onEdit} />
      {onRemove && <IconButton id={`${id}-remove`} icon="delete" label={words.remove} onClick={onRemove} />}
    </span>
  );
}

export interface SwitchRowProps extends Omit<RowToolsProps, "words" | "className"> {
  /** Names the kind of row, for its own style and for tests. */
  kind: string;
  name: string;
  isOn: boolean;
  words: RowToolsProps["words"] & { readonly on: string };
  onKeys: (event: KeyboardEvent) => void;
  onSwitch: (isOn: boolean) => void;
  /** Facts below the name. */
  children: ReactNode;
}

/** A rule of a company in a list whose order counts: switched on and off, moved, edited and taken away. */
export function SwitchRow({ kind, name, isOn, onKeys, onSwitch, children, ...tools }: SwitchRowProps) {
  return (
    // The keys belong to the row's own buttons: Alt with an arrow moves the row whose button has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes("switch-row", kind, !isOn && "switch-row-off")}
      data-testid={kind}
      onKeyDown={onKeys}
    >
      <Switch id={`${tools.id}-on`} label={tools.words.on} labelHidden checked={isOn} onChange={onSwitch} />
      <span className="switch-row-text draft-text">
        <span className="strong" dir="auto">
          {name}
        </span>
        {children}
      </span>
      <RowTools {...tools} className="switch-row-tools" />
    </li>
  );
}
