import { scopeOf } from "#kernel/permission.ts";
import type { Context } from "#server/http/route.ts";

/** Whoever may read the money reads every order's receipts, though not its delivery. */
export const withOfficeView = (context: Context): Context =>
  scopeOf(context.actor, "money:read") === "org" ? { ...context, scope: "org" } : context;
