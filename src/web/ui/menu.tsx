import { lazy, type ReactNode, Suspense, useState } from "react";
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
const MenuOpen = lazy(async () => ({ default: (await load()).MenuOpen }));

/** A button with a menu. The menu's code is fetched when somebody comes near. */
export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const near = () => void load();
  const idle = (
    <span className="contents" onPointerEnter={near} onFocus={near}>
      <MenuButton {...props} onClick={() => setWanted(true)} />
    </span>
  );
  if (!wanted) return idle;
  return (
    <Suspense fallback={idle}>
      <MenuOpen {...props} />
    </Suspense>
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
