import "./styles/list.css";
import type { ReactNode } from "react";
import { classes } from "./class-names.ts";

/** Rows of things, divided by thin lines. */
export function List({
  children,
  label,
  ordered,
}: {
  children: ReactNode;
  label?: string;
  ordered?: boolean;
}) {
  const Tag = ordered ? "ol" : "ul";
  return (
    <Tag className="list" aria-label={label}>
      {children}
    </Tag>
  );
}

export interface ListItemProps {
  title: ReactNode;
  detail?: ReactNode;
  start?: ReactNode;
  end?: ReactNode;
  href?: string;
  onClick?: () => void;
  selected?: boolean;
  className?: string;
}

export function ListItem({ title, detail, start, end, href, onClick, selected, className }: ListItemProps) {
  const inside = (
    <>
      {start !== undefined && <span className="list-start">{start}</span>}
      <span className="choice-text">
        <span className="list-title">{title}</span>
        {detail !== undefined && <span className="quiet small">{detail}</span>}
      </span>
      {end !== undefined && <span className="choice-end">{end}</span>}
    </>
  );
  const look = classes("list-item", className);
  const current = selected ? ({ "aria-current": true } as const) : {};
  if (href !== undefined)
    return (
      <li>
        <a className={look} href={href} {...current}>
          {inside}
        </a>
      </li>
    );
  if (onClick)
    return (
      <li>
        <button type="button" className={look} onClick={onClick} {...current}>
          {inside}
        </button>
      </li>
    );
  return <li className={look}>{inside}</li>;
}

/** Pairs of a name and its value. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="facts">{children}</dl>;
}

export function Fact({ name, children, strong }: { name: ReactNode; children: ReactNode; strong?: boolean }) {
  return (
    <div className={strong ? "fact fact-strong" : "fact"}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
