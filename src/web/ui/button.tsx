import type { AriaAttributes, MouseEventHandler, ReactNode, Ref } from "react";
import { useWords } from "../i18n/words.ts";
import { classes } from "./class-names.ts";
import { Icon, type IconName } from "./icon.tsx";
import { Tooltip } from "./overlays/tooltip.tsx";

interface PressProps extends AriaAttributes {
  id?: string;
  onClick?: MouseEventHandler<HTMLElement>;
  disabled?: boolean;
  /** Makes it a link with the same looks. */
  href?: string;
  /** For links to files or other sites. */
  download?: string;
  target?: "_blank";
  type?: "button" | "submit";
  form?: string;
  ref?: Ref<HTMLElement>;
  className?: string;
  autoFocus?: boolean;
}

export interface ButtonProps extends PressProps {
  children: ReactNode;
  variant?: "filled" | "tonal" | "outlined" | "text";
  tone?: "normal" | "danger";
  icon?: IconName;
  /** In place of the icon, e.g. a picture of a person. */
  start?: ReactNode;
  trailingIcon?: IconName;
  /** Shows that it works and ignores presses, keeping its size and focus. */
  loading?: boolean;
  /** As wide as its container. */
  full?: boolean;
  size?: "medium" | "large" | "small";
}

/** Safe: `Press` renders the element that its `href` decides, and a caller's ref is for focus only. */
const asRef = <T extends HTMLElement>(ref: Ref<HTMLElement> | undefined) => ref as Ref<T> | undefined;

function Press({
  href,
  disabled,
  type = "button",
  ref,
  children,
  ...rest
}: PressProps & { children: ReactNode }) {
  if (href !== undefined && !disabled) {
    const outside = rest.target === "_blank" ? { rel: "noreferrer" } : {};
    return (
      <a href={href} ref={asRef<HTMLAnchorElement>(ref)} {...outside} {...rest}>
        {children}
      </a>
    );
  }
  const { download: _, target: __, ...own } = rest;
  return (
    <button type={type} disabled={disabled} ref={asRef<HTMLButtonElement>(ref)} {...own}>
      {children}
    </button>
  );
}

export function Button(props: ButtonProps) {
  const {
    children,
    variant = "tonal",
    tone = "normal",
    icon,
    start,
    trailingIcon,
    loading = false,
    full,
    size = "medium",
    ...rest
  } = props;
  const look = classes(
    "button",
    `button-${variant}`,
    tone === "danger" && "danger",
    full && "full",
    size !== "medium" && `button-${size}`,
    rest.className,
  );
  const busy = loading ? { "aria-busy": true, "aria-disabled": true, onClick: swallow } : {};
  return (
    <Press {...rest} {...busy} className={look}>
      <Start loading={loading} start={start} icon={icon} />
      {/* Beside a picture stands a name, in letters of its own direction: its end is what is cut. */}
      <span className="button-text" dir={start ? "auto" : undefined}>
        {children}
      </span>
      {trailingIcon && <Icon name={trailingIcon} />}
    </Press>
  );
}

/** Sign before the text: the wheel while it works, a picture, an icon, or none. */
function Start({
  loading,
  start,
  icon,
}: Pick<ButtonProps, "loading" | "start"> & { icon: IconName | undefined }) {
  const t = useWords("hall");
  if (loading) return <output className="spinner" aria-label={t("ui.working")} />;
  return start ?? (icon && <Icon name={icon} />);
}

const swallow: MouseEventHandler<HTMLElement> = (event) => event.preventDefault();

export interface IconButtonProps extends PressProps {
  icon: IconName;
  /** Its name for screen readers, shown as a tooltip. */
  label: string;
  variant?: "plain" | "tonal" | "filled" | "outlined";
  tone?: "normal" | "danger";
  /** Makes it a toggle. */
  pressed?: boolean;
}

export function IconButton({ icon, label, variant = "plain", tone, pressed, ...rest }: IconButtonProps) {
  const look = classes(
    "icon-button",
    `icon-button-${variant}`,
    tone === "danger" && "danger",
    rest.className,
  );
  const toggle = pressed === undefined ? {} : { "aria-pressed": pressed };
  return (
    <Tooltip text={label}>
      <Press {...rest} {...toggle} className={look} aria-label={label}>
        <Icon name={icon} />
      </Press>
    </Tooltip>
  );
}
