import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useWords } from "#web/i18n/words.ts";
import { classes } from "#web/ui/class-names.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Board, BoardCourier } from "../contract/board.ts";
import { VEHICLE_ICON } from "./lines.tsx";
import { loadOf, matches } from "./rows.ts";

export interface AssignDialogProps {
  board: Board;
  count: number;
  onChoose: (courierId: string) => void;
  onClose: () => void;
}

/** Chooses a courier by typing, arrows or the digit beside the name; Enter and one press do it. */
export function AssignDialog({ board, count, onChoose, onClose }: AssignDialogProps) {
  const t = useWords("dispatch");
  const list = useId();
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const box = useRef<HTMLInputElement>(null);
  // After the dialog opened: it would give the focus to its close button.
  useEffect(() => box.current?.focus(), []);
  const found = board.couriers
    .map((courier, n) => ({ courier, digit: n + 1 }))
    .filter(({ courier }) => matches(text, [courier.name]))
    .toSorted((a, b) => Number(b.courier.onDuty) - Number(a.courier.onDuty));
  const current = found[Math.min(at, found.length - 1)];
  const onKeyDown = (event: KeyboardEvent) => {
    const digit =
      text === "" && /^[1-9]$/.test(event.key) ? board.couriers[Number(event.key) - 1] : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (digit) onChoose(digit.id);
    else if (step !== undefined) setAt(Math.min(found.length - 1, Math.max(0, at + step)));
    else if (event.key === "Enter" && current) onChoose(current.courier.id);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={t("assign.title", { n: count })}>
      <label className="board-search assign-search">
        <Icon name="search" size="small" />
        <input
          ref={box}
          type="search"
          role="combobox"
          aria-expanded="true"
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={current && `${list}-${current.courier.id}`}
          aria-label={t("assign.search")}
          placeholder={t("assign.search")}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </label>
      <div id={list} role="listbox" aria-label={t("couriers.title")} className="assign-list">
        {found.map(({ courier, digit }, n) => (
          <Choice
            key={courier.id}
            id={`${list}-${courier.id}`}
            courier={courier}
            digit={digit}
            current={courier === current?.courier}
            onHover={() => setAt(n)}
            onChoose={() => onChoose(courier.id)}
          />
        ))}
      </div>
      {found.length === 0 && <p className="quiet">{t("assign.none")}</p>}
    </Dialog>
  );
}

interface ChoiceProps {
  id: string;
  courier: BoardCourier;
  digit: number;
  current: boolean;
  onHover: () => void;
  onChoose: () => void;
}

function Choice({ id, courier, digit, current, onHover, onChoose }: ChoiceProps) {
  const t = useWords("dispatch");
  const load = loadOf(courier);
  return (
    // Keys are handled by the text box that names this option as its current one.
    <div
      id={id}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      className={classes("assign-choice", current && "current")}
      onPointerMove={onHover}
      onClick={onChoose}
      onKeyDown={undefined}
    >
      <kbd aria-hidden="true">{digit < 10 ? digit : "·"}</kbd>
      <Icon name={VEHICLE_ICON[courier.vehicle]} />
      <span className="line-name">
        <span className="strong">{courier.name}</span>
        <span className="quiet small">
          <span className={courier.onDuty ? "duty duty-on" : "duty"} aria-hidden="true" />
          {courier.onDuty ? t("duty.on") : t("duty.off")}
        </span>
      </span>
      <span className="quiet small figure">{t("assign.left", { n: load.total - load.done })}</span>
    </div>
  );
}
