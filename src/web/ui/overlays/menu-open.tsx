import "../styles/menu.css";
import { Menu as Base } from "@base-ui/react/menu";
import { Fragment, useLayoutEffect, useRef, useState } from "react";
import { classes } from "../class-names.ts";
import { Icon } from "../icon.tsx";
import type { MenuItem, MenuProps } from "../menu.tsx";
import { openDialog, placeIn } from "./over-dialog.ts";

/**
 * The opened menu: keys, focus and place are Base UI's, the looks ours. Its button takes the focus of the one it replaces,
 * and gets it back when the menu closes.
 */
export function MenuOpen({ label, items, icon, start, iconOnly, variant = "text" }: MenuProps) {
  const look = iconOnly ? "icon-button icon-button-plain" : `button button-${variant}`;
  const button = useRef<HTMLButtonElement>(null);
  const [dialog] = useState(openDialog);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <Base.Root defaultOpen>
      <Base.Trigger ref={button} className={look} aria-label={iconOnly ? label : undefined}>
        {start ?? ((icon || iconOnly) && <Icon name={icon ?? "more"} />)}
        {!iconOnly && (
          <span className="button-text" dir={start ? "auto" : undefined}>
            {label}
          </span>
        )}
        {!iconOnly && <Icon name="down" />}
      </Base.Trigger>
      <Base.Portal container={dialog}>
        <Base.Positioner className="menu-place" sideOffset={4} align="end" {...placeIn(dialog)}>
          <Base.Popup className="menu" finalFocus={button}>
            {items.map((item) => (
              <Fragment key={item.label}>
                {item.group !== undefined && <hr className="menu-line" />}
                {typeof item.group === "string" && <span className="menu-group">{item.group}</span>}
                <Entry item={item} />
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ item }: { item: MenuItem }) {
  const look = classes("menu-item", item.tone === "danger" && "danger");
  const inside = (
    <>
      {item.checked === undefined ? (
        item.icon && <Icon name={item.icon} />
      ) : (
        <span className="menu-check">{item.checked && <Icon name="check" />}</span>
      )}
      {item.label}
    </>
  );
  if (item.href !== undefined)
    return (
      <Base.LinkItem className={look} href={item.href} closeOnClick>
        {inside}
      </Base.LinkItem>
    );
  const checked = item.checked === undefined ? {} : { "aria-checked": item.checked, role: "menuitemradio" };
  return (
    <Base.Item
      className={look}
      disabled={item.disabled ?? false}
      onClick={() => item.onSelect?.()}
      {...checked}
    >
      {inside}
    </Base.Item>
  );
}
