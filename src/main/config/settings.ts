import type { RoleMap } from "#kernel/roles.ts";
import type { RawSettings } from "./schema.ts";

type Found = "providerPort" | "metricsPort" | "publicUrl" | "oidcIssuer" | "demo" | "oidcRoleMap";

/** Every setting with its value, those included that follow from others. */
export interface Settings extends Omit<RawSettings, Found> {
  readonly providerPort: number;
  readonly metricsPort: number;
  readonly publicUrl: string;
  readonly oidcIssuer: string;
  readonly demo: boolean;
  readonly oidcRoleMap: RoleMap;
  /** True when we are the identity provider ourselves, with demo people. */
  readonly embeddedProvider: boolean;
  readonly production: boolean;
}
