import sprite from "../theme/icons.svg?no-inline";
import { classes } from "./class-names.ts";
import type { IconName } from "./icon-name.ts";

export type { IconName };

/** Icons that point in a direction and are mirrored with the reading direction. */
const TURNS: ReadonlySet<IconName> = new Set<IconName>([
  "arrow-back",
  "arrow-forward",
  "chevron",
  "undo",
  "return",
  "login",
  "logout",
]);

export interface IconProps {
  name: IconName;
  size?: "small" | "medium" | "large";
}

/** A picture that repeats what the text beside it says; it is silent for screen readers. */
export function Icon({ name, size = "medium" }: IconProps) {
  return (
    <svg
      className={classes("icon", size !== "medium" && `icon-${size}`, TURNS.has(name) && "icon-turns")}
      aria-hidden="true"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}
