import type { Actor, Role } from "./actor.ts";

/** How far a permission reaches: one's own objects, those assigned to the courier (or the couriers, for a dispatcher), or the whole organisation. */
export type Scope = "own" | "assigned" | "org";

/** Everything that needs a role. What is absent from a row is refused: deny by default. */
export const PERMISSIONS = {
  "delivery:read": { sender: "own", courier: "assigned", dispatcher: "org", "org-admin": "org" },
  "delivery:cancel": { sender: "own", dispatcher: "org", "org-admin": "org" },
  "delivery:handle": { dispatcher: "org", "org-admin": "org" },
  "delivery:share": { sender: "own", dispatcher: "org", "org-admin": "org" },
  "evidence:read": { sender: "own", dispatcher: "org", "org-admin": "org" },
  "label:print": { sender: "own", dispatcher: "org", "org-admin": "org" },
  "proof:read": { sender: "own", courier: "assigned", dispatcher: "org", "org-admin": "org" },
  "task:perform": { courier: "assigned", dispatcher: "org", "org-admin": "org" },
  "stops:read": { courier: "own" },
  "shift:keep": { courier: "own" },
  "position:send": { courier: "own" },
  // By whom and when one's own place could be seen.
  "sighting:read": { courier: "own" },
  // Unsent work of a courier's phone that was saved as a file.
  "unsent:bring": { courier: "own", dispatcher: "org", "org-admin": "org" },
  // Orders that the office enters for a caller.
  "order:enter": { dispatcher: "org", "org-admin": "org" },
  // Files of deliveries.
  "import:run": { dispatcher: "org", "org-admin": "org" },
  "route:plan": { dispatcher: "org", "org-admin": "org" },
  "shift:plan": { dispatcher: "org", "org-admin": "org" },
  // A wish for a shift, or to be freed of one.
  "shift:ask": { courier: "own" },
  "vehicle:edit": { "org-admin": "org" },
  // Closed and slow streets.
  "street:change": { dispatcher: "org", "org-admin": "org" },
  // Drafts of a day: begin, read, cancel.
  "plan:make": { dispatcher: "org", "org-admin": "org" },
  "plan:publish": { dispatcher: "org", "org-admin": "org" },
  "exception:read": { dispatcher: "org", "org-admin": "org" },
  "exception:handle": { dispatcher: "org", "org-admin": "org" },
  // Notes to couriers, and what became of them.
  "message:read": { dispatcher: "org", "org-admin": "org" },
  "message:send": { dispatcher: "org", "org-admin": "org" },
  // Deliveries offered to couriers, and a courier's answer.
  "offer:make": { dispatcher: "org", "org-admin": "org" },
  "offer:answer": { courier: "own" },
  // Filters of pages under a name; administrators also end shared ones.
  "view:keep": { dispatcher: "own", "org-admin": "org" },
  // How the company keeps its promises, in numbers.
  "report:read": { dispatcher: "org", "org-admin": "org" },
  "price:read": { dispatcher: "org", finance: "org", "org-admin": "org" },
  "price:edit": { "org-admin": "org" },
  "area:edit": { "org-admin": "org" },
  // First set-up of an installation.
  "setup:run": { "org-admin": "org" },
  "policy:edit": { "org-admin": "org" },
  // Dispatchers reach couriers, administrators everybody.
  "people:read": { dispatcher: "assigned", "org-admin": "org" },
  "sessions:end": { dispatcher: "assigned", "org-admin": "org" },
  "people:edit": { "org-admin": "org" },
  "money:read": { finance: "org", "org-admin": "org" },
  // Asks senders for what is owed.
  "money:ask": { dispatcher: "org", finance: "org", "org-admin": "org" },
  "money:refund": { finance: "org", "org-admin": "org" },
  // Agrees to what somebody else asked for, never to one's own.
  "money:approve": { finance: "org", "org-admin": "org" },
  "money:mend": { finance: "org", "org-admin": "org" },
  // The seller whom receipts name.
  "seller:edit": { finance: "org", "org-admin": "org" },
  // The audit log; an operator, who looks after the installation alone, does not read it.
  "audit:read": { "org-admin": "org" },
  // Health, jobs and settings of the installation.
  "ops:run": { "waybill-operator": "org" },
  "demo:run": { dispatcher: "org", "org-admin": "org" },
} as const satisfies Record<string, Partial<Record<Role, Scope>>>;

export type Permission = keyof typeof PERMISSIONS;

const WIDTH: Readonly<Record<Scope, number>> = { own: 1, assigned: 2, org: 3 };

/** The widest scope that one of the actor's roles gives for this permission; `undefined` means refused. */
export function scopeOf(actor: Pick<Actor, "roles">, permission: Permission): Scope | undefined {
  const row: Partial<Record<Role, Scope>> = PERMISSIONS[permission];
  let widest: Scope | undefined;
  for (const role of actor.roles) {
    const scope = row[role];
    if (scope && (!widest || WIDTH[scope] > WIDTH[widest])) widest = scope;
  }
  return widest;
}
