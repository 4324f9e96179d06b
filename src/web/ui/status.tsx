import "./styles/status.css";
import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

/** Meaning of a state to its reader; each has its colour and is never shown by colour alone. */
export type Tone = "waiting" | "moving" | "near" | "done" | "trouble" | "back" | "ended";

export interface Look {
  tone: Tone;
  icon: IconName;
}

/** Looks of a delivery's states; the words are the room's. */
export const DELIVERY_LOOK: Readonly<Record<string, Look>> = {
  created: { tone: "waiting", icon: "receipt" },
  assigned: { tone: "waiting", icon: "person" },
  en_route_to_pickup: { tone: "moving", icon: "bike" },
  at_pickup: { tone: "moving", icon: "store" },
  pickup_failed: { tone: "trouble", icon: "warning" },
  collected: { tone: "moving", icon: "parcel" },
  at_hub: { tone: "waiting", icon: "home" },
  out_for_delivery: { tone: "moving", icon: "route" },
  at_dropoff: { tone: "near", icon: "door" },
  attempt_failed: { tone: "trouble", icon: "warning" },
  delivered: { tone: "done", icon: "check-circle" },
  returning: { tone: "back", icon: "return" },
  returned: { tone: "back", icon: "return" },
  cancelled: { tone: "ended", icon: "close" },
  lost: { tone: "trouble", icon: "error" },
  disposed: { tone: "ended", icon: "delete" },
};

/** Looks of a task's states. */
export const TASK_LOOK: Readonly<Record<string, Look>> = {
  open: { tone: "waiting", icon: "clock" },
  assigned: { tone: "waiting", icon: "person" },
  en_route: { tone: "moving", icon: "route" },
  arrived: { tone: "near", icon: "door" },
  succeeded: { tone: "done", icon: "check-circle" },
  failed: { tone: "trouble", icon: "warning" },
  cancelled: { tone: "ended", icon: "close" },
};

const UNKNOWN: Look = { tone: "waiting", icon: "info" };

export const lookOf = (table: Readonly<Record<string, Look>>, state: string): Look => table[state] ?? UNKNOWN;

/** A state as a stamp: colour, picture and word together. */
export function StatusChip({
  tone,
  icon,
  children,
  strong,
}: Look & { children: ReactNode; strong?: boolean }) {
  return (
    <span className={`status tone-${tone}${strong ? " status-strong" : ""}`}>
      <Icon name={icon} size="small" />
      {children}
    </span>
  );
}

/** A small number or word beside something. */
export function Badge({ children, tone = "moving" }: { children: ReactNode; tone?: Tone }) {
  return <span className={`badge tone-${tone}`}>{children}</span>;
}
