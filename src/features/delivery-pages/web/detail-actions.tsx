import { useState } from "react";
import { fromIso } from "#kernel/instant.ts";
import { localAt } from "#kernel/local-time.ts";
import { useZone } from "#web/session/config.ts";
import { useWords } from "#web/i18n/words.ts";
import { Button } from "#web/ui/button.tsx";
import { Menu, type MenuItem } from "#web/ui/menu.tsx";
import type { Delivery } from "#features/deliveries/contract/shapes.ts";
import { mayEdit } from "#features/deliveries/domain/edits.ts";
import type { Action } from "./part-task.ts";
import { editPath, useEditKey } from "./edit-key.ts";
import { laterActs } from "./later/acts.ts";
import { ActDialog } from "./next/act-dialog.tsx";
import { ACT_ICON, DANGER, LIKELY } from "./next/act-look.ts";
import type { ActName } from "./next/acts-of.ts";
import { UsualText, useUsual } from "./next/usual.tsx";

const MAIN_MOST = 3;

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
  const others = LIKELY.filter((action) => action !== usual && actions.includes(action));
  return [...(usual === undefined ? [] : [usual]), ...others].slice(0, MAIN_MOST);
};

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
  const [open, setOpen] = useState<ActName>();
  const usual = useUsual(delivery);
  const likely = likelyOf(delivery, usual?.act);
  const others = delivery.actions.filter((action) => !likely.includes(action));
  // A menu of one thing hides it for nothing.
  const main = others.length === 1 ? [...likely, ...others] : likely;
  const rest = others.length === 1 ? [] : others;
  const edit = mayEdit(delivery.state) ? editPath(delivery.id) : undefined;
  useEditKey(open === undefined ? edit : undefined);
  const done = (fresh: Delivery) => {
    onChanged(fresh);
    setOpen(undefined);
  };
  const itemOf = (action: Action): MenuItem => ({
    label: t(`act.${action}`),
    icon: ACT_ICON[action],
    onSelect: () => setOpen(action),
  });
  const given = laterActs(delivery).map(({ name, icon }): MenuItem => {
    return { label: t(`act.${name}`), icon, onSelect: () => setOpen(name) };
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
          icon={ACT_ICON[action]}
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
      {open !== undefined && (
        <ActDialog delivery={delivery} act={open} onDone={done} onClose={() => setOpen(undefined)} />
      )}
    </div>
  );
}
