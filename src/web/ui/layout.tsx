import type { ElementType, ReactNode } from "react";
import { classes } from "./class-names.ts";

/** Steps of the 4 px grid: 1 = 4, 2 = 8, 3 = 12, 4 = 16, 5 = 24, 6 = 32 px (less in the compact density). */
export type Gap = 1 | 2 | 3 | 4 | 5 | 6;

interface BoxProps {
  children: ReactNode;
  gap?: Gap;
  as?: ElementType;
  className?: string;
}

/** One below the other. */
export function Stack({ children, gap = 4, as: Tag = "div", className }: BoxProps) {
  return <Tag className={classes("stack", `gap-${gap}`, className)}>{children}</Tag>;
}

export interface RowProps extends BoxProps {
  /** `between` pushes the ends apart, `end` collects at the end. */
  spread?: "start" | "between" | "end";
  /** Keeps one line; otherwise it wraps. */
  nowrap?: boolean;
}

/** Side by side, wrapping where there is no room. */
export function Row({ children, gap = 2, as: Tag = "div", className, spread = "start", nowrap }: RowProps) {
  return (
    <Tag className={classes("row", `gap-${gap}`, `spread-${spread}`, nowrap && "nowrap", className)}>
      {children}
    </Tag>
  );
}

/** As many equal columns as fit, none narrower than `min` (in rem, default 16). */
export function Grid({
  children,
  gap = 4,
  as: Tag = "div",
  className,
  min = 16,
}: BoxProps & { min?: 12 | 16 | 20 | 24 }) {
  return <Tag className={classes("grid", `gap-${gap}`, `grid-${min}`, className)}>{children}</Tag>;
}
