import { type ComponentType, type ReactNode, useState } from "react";
import { reportMissingCode } from "../offline/code-missing.ts";
import { Button, IconButton } from "./button.tsx";
import type { IconName } from "./icon.tsx";

export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect?: () => void;
  href?: string;
  disabled?: boolean;
  tone?: "danger";
  /** One of a group of choices. */
  checked?: boolean;
  /** Starts a new group above this item, with a heading or without. */
  group?: string | true;
}

export interface MenuProps {
  /** Label of the button. */
  label: string;
  items: readonly MenuItem[];
  icon?: IconName;
  /** In place of the icon, e.g. a picture of the person. */
  start?: ReactNode;
  /** Shows only the icon. */
  iconOnly?: boolean;
  variant?: "text" | "tonal" | "outlined";
  disabled?: boolean;
}

const load = () => import("./overlays/menu-open.tsx");

/**
 * A button with a menu. The menu's code is fetched when somebody comes near; where it does not come, the button stays
 * and the next press asks again.
 */
export function Menu(props: MenuProps) {
  const [Opened, setOpened] = useState<ComponentType<MenuProps>>();
  const near = () => void load().catch(() => undefined);
  const open = () => void load().then((part) => setOpened(() => part.MenuOpen), reportMissingCode);
  if (Opened) return <Opened {...props} />;
  return (
    <span className="contents" onPointerEnter={near} onFocus={near}>
      <MenuButton {...props} onClick={open} />
    </span>
  );
}

export function MenuButton({
  label,
  icon,
  start,
  iconOnly,
  variant = "text",
  onClick,
  disabled = false,
}: MenuProps & { onClick?: () => void }) {
  const press = { "aria-haspopup": "menu", disabled, ...(onClick && { onClick }) } as const;
  if (iconOnly) return <IconButton {...press} icon={icon ?? "more"} label={label} />;
  return (
    <Button {...press} variant={variant} trailingIcon="down" start={start} {...(icon && { icon })}>
      {label}
    </Button>
  );
}
