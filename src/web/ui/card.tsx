import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

/** The copies of a waybill, by holder. A touch of colour that shows at a glance whose view this is. */
export type Copy = "sender" | "dispatcher" | "courier" | "recipient";

export interface CardProps {
  children: ReactNode;
  title?: ReactNode;
  /** Small text or a chip opposite the title. */
  aside?: ReactNode;
  /** Buttons at the foot, below a perforation. */
  actions?: ReactNode;
  copy?: Copy;
  /** Whole card is one link or one button. */
  href?: string;
  selected?: boolean;
  className?: string;
  as?: "section" | "article" | "div" | "li";
  headingLevel?: 2 | 3 | 4;
}

export function Card(props: CardProps) {
  const {
    children,
    title,
    aside,
    actions,
    copy,
    href,
    selected,
    as: Tag = "section",
    headingLevel = 2,
  } = props;
  const Heading = `h${headingLevel}` as const;
  return (
    <Tag
      className={classes(
        "card",
        copy && `copy-${copy}`,
        href !== undefined && "card-link",
        selected && "selected",
        props.className,
      )}
    >
      {(title !== undefined || aside !== undefined) && (
        <header className="card-head">
          <Heading className="title">{href === undefined ? title : <a href={href}>{title}</a>}</Heading>
          {aside}
        </header>
      )}
      {children}
      {actions !== undefined && <footer className="card-actions">{actions}</footer>}
    </Tag>
  );
}
