import type { Role } from "#kernel/actor.ts";
import type { Copy } from "../ui/card.tsx";
import type { IconName } from "../ui/icon-name.ts";

/** One way into the product. A recipient has no role and no account: theirs opens a link. */
export interface Door {
  readonly name: "sender" | "dispatcher" | "courier" | "recipient" | "admin";
  readonly role: Role | undefined;
  readonly icon: IconName;
  /** Page after the sign-in. */
  readonly path: string;
  /** The sheet of the waybill that this person would hold. */
  readonly copy: Copy | undefined;
}

export const DOORS: readonly Door[] = [
  { name: "sender", role: "sender", icon: "parcel", path: "/my/deliveries", copy: "sender" },
  { name: "dispatcher", role: "dispatcher", icon: "route", path: "/d/board", copy: "dispatcher" },
  { name: "courier", role: "courier", icon: "bike", path: "/c", copy: "courier" },
  { name: "recipient", role: undefined, icon: "door", path: "/t", copy: "recipient" },
  { name: "admin", role: "org-admin", icon: "settings", path: "/a/prices", copy: undefined },
];

/** Page that leads an administrator from an empty installation to an open shop. */
export const SET_UP = "/a/start";
