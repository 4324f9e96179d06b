import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { StateChip } from "#features/deliveries/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { RefusalNote } from "#web/api/refusal-note.tsx";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useLatest } from "#web/ui/use-latest.ts";
import { useDelivery } from "../use-delivery.ts";
import { ActDialog, loadAct } from "./act-dialog.tsx";
import { type ActName, actsOf, type OpenAct } from "./acts-of.ts";
import "./next.css";
import { UsualText, useUsual } from "./usual.tsx";

interface NextDialogProps {
  readonly id: string;
  /** The delivery's number, as it is known before the delivery is read. */
  readonly number: string;
  readonly onClose: () => void;
}

/** Everything that may be done with a delivery now. Each act opens its own dialog, which says what follows before the press. */
export function NextDialog({ id, number, onClose }: NextDialogProps) {
  const t = useWords("delivery-pages");
  const { query, keep } = useDelivery(id);
  const { data, error } = query;
  if (data)
    return (
      <Chosen
        delivery={data}
        onDone={(fresh) => {
          keep(fresh);
          onClose();
        }}
        onClose={onClose}
      />
    );
  return (
    <Dialog open onClose={onClose} title={t("next.title", { number: isolated(number) })}>
      {error ? <RefusalNote error={error} onRetry={() => void query.refetch()} /> : <Skeleton lines={4} />}
    </Dialog>
  );
}

interface ChosenProps {
  readonly delivery: Delivery;
  readonly onDone: (fresh: Delivery) => void;
  readonly onClose: () => void;
}

/** An act whose dialog is open, and the delivery that it was opened for. */
interface Opened {
  readonly act: ActName;
  readonly delivery: Delivery;
}

function Chosen({ delivery, onDone, onClose }: ChosenProps) {
  const t = useWords("delivery-pages");
  const shared = useWords("deliveries");
  const [open, setOpen] = useState<Opened>();
  const [last, setLast] = useState<ActName>();
  const pressed = useRef<ActName>(undefined);
  const usual = useUsual(delivery);
  const acts = actsOf(delivery, usual?.act);
  if (open) {
    // News may end an act while its dialog is open: what was typed stays, and the server's refusal says why.
    const isLeft = acts.some(({ name }) => name === open.act);
    return (
      <ActDialog
        act={open.act}
        delivery={isLeft ? delivery : open.delivery}
        onDone={onDone}
        onClose={() => setOpen(undefined)}
      />
    );
  }
  // The list stays until the act's code is there: keys would reach the board.
  const choose = async (act: ActName) => {
    pressed.current = act;
    setLast(act);
    // A dialog whose code does not come says so itself.
    await loadAct(act, delivery).catch(() => undefined);
    if (pressed.current === act) setOpen({ act, delivery });
  };
  const holder = shared(`custody.${delivery.custody}`);
  return (
    <Dialog open onClose={onClose} title={t("next.title", { number: isolated(delivery.number) })}>
      <p className="next-state">
        <StateChip state={delivery.state} /> <span>{t("follows.parcels", { holder })}</span>
      </p>
      <UsualText usual={usual} />
      {acts.length > 0 ? (
        <Acts acts={acts} first={last} onChoose={(act) => void choose(act)} />
      ) : (
        <p>{t("next.nothing")}</p>
      )}
    </Dialog>
  );
}

interface ActsProps {
  readonly acts: readonly OpenAct[];
  /** Has the focus at first: the act that somebody comes back from. */
  readonly first: ActName | undefined;
  readonly onChoose: (act: ActName) => void;
}

/** Acts as buttons: the arrows walk them, a digit presses one. */
function Acts({ acts, first, onChoose }: ActsProps) {
  const t = useWords("delivery-pages");
  const list = useRef<HTMLUListElement>(null);
  // After the dialog opened: it would give the focus to its title.
  const start = useLatest(acts.findIndex(({ name }) => name === first));
  useEffect(() => {
    list.current?.querySelectorAll("button")[Math.max(0, start.current)]?.focus();
  }, [start]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const chosen = /^[1-9]$/.test(event.key) ? acts[Number(event.key) - 1] : undefined;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (chosen) onChoose(chosen.name);
    else if (step !== undefined) walk([...(list.current?.querySelectorAll("button") ?? [])], step);
    else return;
    event.preventDefault();
  };
  return (
    // Keys move between the buttons, which hear Enter and Space themselves.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul ref={list} className="next-acts" aria-label={t("detail.actions")} onKeyDown={onKeyDown}>
      {acts.map(({ name, icon, isDanger }, at) => (
        <li key={name}>
          <kbd aria-hidden="true">{at < 9 ? at + 1 : "·"}</kbd>
          <Button
            variant="outlined"
            tone={isDanger ? "danger" : "normal"}
            icon={icon}
            full
            onClick={() => onChoose(name)}
          >
            {t(`act.${name}`)}
          </Button>
        </li>
      ))}
    </ul>
  );
}

function walk(buttons: readonly HTMLButtonElement[], step: number): void {
  const at = buttons.findIndex((one) => one === document.activeElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
}
