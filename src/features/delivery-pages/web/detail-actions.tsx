import { useState } from "react";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { useZone } from "#web/session/config.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import type { IconName } from "#web/ui/icon.tsx";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";
import { lateDialog } from "#web/ui/overlays/late-dialog.tsx";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { useReasons } from "#features/reasons/web/public.ts";
import { isolated } from "#kernel/isolated.ts";
import { mayEdit } from "#features/deliveries/domain/edits.ts";
import { type UsualAct, usualAct } from "../domain/usual-act.ts";
import type { Action } from "./part-task.ts";
import { editPath, useEditKey } from "./edit-key.ts";
import type { ActionDialogProps } from "./action-dialog.tsx";
import { laterActs } from "./later/acts.ts";
import { handOutDialog, type LaterDialogProps } from "./later/parts.ts";
import { CancelDialog } from "./cancel-dialog.tsx";

const ActionDialog = lateDialog(
  () => import("./action-dialog.tsx").then((module) => module.ActionDialog),
  ["proofs"],
);

const HandOutDialog = lateDialog(handOutDialog.load, ["hub", "proofs"]);

const RetryDialog = lateDialog(() => import("./retry-dialog.tsx").then((module) => module.RetryDialog));

const ICON: Readonly<Record<Action, IconName>> = {
  cancel: "close",
  retry: "refresh",
  hand_out: "check",
  send_back: "return",
  correct: "edit",
  to_hub: "home",
  load: "upload",
  lose: "error",
  find: "search",
  dispose: "delete",
  start: "route",
  arrive: "door",
  succeed: "check-circle",
  fail: "warning",
};
/** Shown as buttons, the likeliest first; the others are in the menu. */
const MAIN: readonly Action[] = [
  "retry",
  "hand_out",
  "send_back",
  "find",
  "load",
  "succeed",
  "arrive",
  "start",
  "fail",
];
const MAIN_MOST = 3;
const DANGER: ReadonlySet<Action> = new Set(["cancel", "lose", "dispose"]);

const variantOf = (action: Action, at: number) =>
  DANGER.has(action) ? "outlined" : at === 0 ? "filled" : "tonal";

/** Page on which the office enters an order; of the later room order-entry. */
const NEW_ORDER = "/d/new";

/** The board on the delivery's day, with only this delivery in its list. */
const boardLink = ({ number, window }: Delivery, zone: string): string =>
  `/d/board?${new URLSearchParams({ date: localAt(fromIso(window.start), zone).date, q: number })}`;

/** Items of a menu, those that cannot be taken back below a line. */
function withLine(calm: readonly MenuItem[], dangers: readonly MenuItem[]): MenuItem[] {
  const [first, ...more] = dangers;
  return calm.length === 0 || !first ? [...calm, ...dangers] : [...calm, { ...first, group: true }, ...more];
}

/** The actions that are buttons: the usual one after a try that failed, then the likeliest of those that are allowed. */
const likelyOf = ({ actions }: Delivery, usual: Action | undefined): Action[] => {
  const others = MAIN.filter((action) => action !== usual && actions.includes(action));
  return [...(usual === undefined ? [] : [usual]), ...others].slice(0, MAIN_MOST);
};

/** The usual next act after a try that failed, with the reason's name. */
function useUsual(delivery: Delivery): UsualAct | undefined {
  const { all, nameOf } = useReasons(delivery.tasks.some(({ state }) => state === "failed"));
  const usual = usualAct(delivery, all);
  return usual && { ...usual, reason: nameOf(usual.reason) };
}

function UsualText({ usual }: { usual: UsualAct | undefined }) {
  const t = useWords("delivery-pages");
  if (!usual) return null;
  return (
    <p className="detail-usual" data-testid="usual-act">
      {t("detail.usual", { reason: isolated(usual.reason), act: t(`act.${usual.act}`) })}
    </p>
  );
}

/** Buttons of the actions open now, by the rules that the server obeys. */
export function DetailActions({
  delivery,
  onChanged,
}: {
  delivery: Delivery;
  onChanged: (fresh: Delivery) => void;
}) {
  const t = useWords("delivery-pages");
  const zone = useZone();
  const [open, setOpen] = useState<Action>();
  const [later, setLater] = useState<string>();
  const usual = useUsual(delivery);
  const likely = likelyOf(delivery, usual?.act);
  const others = delivery.actions.filter((action) => !likely.includes(action));
  // A menu of one thing hides it for nothing.
  const main = others.length === 1 ? [...likely, ...others] : likely;
  const rest = others.length === 1 ? [] : others;
  const edit = mayEdit(delivery.state) ? editPath(delivery.id) : undefined;
  useEditKey(open === undefined && later === undefined ? edit : undefined);
  const done = (fresh: Delivery) => {
    onChanged(fresh);
    setOpen(undefined);
    setLater(undefined);
  };
  const itemOf = (action: Action): MenuItem => ({
    label: t(`act.${action}`),
    icon: ICON[action],
    onSelect: () => setOpen(action),
  });
  const given = laterActs(delivery).map(({ name, icon }): MenuItem => {
    return { label: t(`act.${name}`), icon, onSelect: () => setLater(name) };
  });
  const items = withLine(
    [...given, ...rest.filter((action) => !DANGER.has(action)).map(itemOf)],
    rest.filter((action) => DANGER.has(action)).map((action) => ({ ...itemOf(action), tone: "danger" })),
  );
  return (
    <div className="detail-actions" role="group" aria-label={t("detail.actions")}>
      <UsualText usual={usual} />
      {delivery.state === "created" && delivery.courierId === null && (
        <Button variant="filled" icon="route" href={boardLink(delivery, zone)}>
          {t("detail.assign")}
        </Button>
      )}
      {main.map((action, at) => (
        <Button
          key={action}
          variant={variantOf(action, at)}
          tone={DANGER.has(action) ? "danger" : "normal"}
          icon={ICON[action]}
          onClick={() => setOpen(action)}
        >
          {t(`act.${action}`)}
        </Button>
      ))}
      {edit !== undefined && (
        <Button icon="edit" href={edit}>
          {t("act.edit")}
        </Button>
      )}
      <Button icon="add" href={`${NEW_ORDER}?same=${delivery.orderId}`}>
        {t("detail.again")}
      </Button>
      <Button icon="refresh" href={`/d/recurring/new?same=${delivery.orderId}`}>
        {t("detail.repeat")}
      </Button>
      {items.length > 0 && <Menu label={t("detail.more")} items={items} variant="outlined" />}
      <LaterDialog name={later} delivery={delivery} onDone={done} onClose={() => setLater(undefined)} />
      {open !== undefined && (
        <OpenDialog delivery={delivery} action={open} onDone={done} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}

/** The dialog of a later room's act, while one is open. */
function LaterDialog({ name, ...rest }: LaterDialogProps & { name: string | undefined }) {
  const Found = laterActs(rest.delivery).find((act) => act.name === name)?.Dialog;
  return Found && <Found {...rest} />;
}

interface OpenDialogProps extends Omit<ActionDialogProps, "action"> {
  action: Action;
}

/** The dialog of an action: its own, or the common one. */
function OpenDialog({ action, ...rest }: OpenDialogProps) {
  if (action === "cancel") return <CancelDialog {...rest} />;
  if (action === "retry") return <RetryDialog {...rest} />;
  if (action === "hand_out") return <HandOutDialog id={rest.delivery.id} {...rest} />;
  return <ActionDialog action={action} {...rest} />;
}
