import type { Settings } from "#server/config/settings.ts";
import { lookAtRedirect, lookAtReturn } from "./addresses.ts";
import { lookAtCors } from "./cors.ts";
import { type Finding, type Look, careful, lookAtAll } from "./finding.ts";
import { lookAtKeys } from "./keys.ts";
import {
  lookAtAudience,
  lookAtClock,
  lookAtDpop,
  lookAtFlow,
  lookAtHttps,
  lookAtOrigins,
  lookAtRoles,
  lookAtScopes,
  lookAtSignOut,
} from "./offers.ts";
import { type Provider, discover } from "./provider-metadata.ts";

/**
 * Checks everything about sign-in that needs no signed-in person. Sends nothing secret and changes nothing.
 * @param isRunning whether Waybill runs on this data: its embedded provider runs with it
 */
export async function examineSignIn(settings: Settings, isRunning: boolean): Promise<Finding[]> {
  const forDemos = careful(
    "the embedded provider signs anybody in",
    "Keep it for demos on this machine, and name your own with --oidc-issuer before others come.",
  );
  const own = settings.embeddedProvider ? [{ about: "sign-in", ...forDemos }] : [];
  if (settings.embeddedProvider && !isRunning) return own;
  const origin = new URL(settings.publicUrl).origin;
  const { result, provider } = await discover(settings, origin);
  if (provider)
    return [
      ...own,
      { about: "issuer", ...result },
      ...(await lookAtAll(looksAt(provider, settings, origin))),
    ];
  // It runs with other flags than these: on another port, most likely.
  const elsewhere = careful(
    `no sign-in service at ${settings.oidcIssuer}`,
    "Give doctor the same flags and variables as the start, its --port above all.",
  );
  return [...own, { about: "issuer", ...(settings.embeddedProvider ? elsewhere : result) }];
}

const looksAt = (provider: Provider, settings: Settings, origin: string): Look[] => [
  ["https", () => lookAtHttps(provider)],
  ["clock", () => lookAtClock(provider)],
  ["keys", () => lookAtKeys(provider)],
  ["origins", () => lookAtOrigins(provider, settings)],
  ["cors", () => lookAtCors(provider, settings, origin)],
  ["redirect", () => lookAtRedirect(provider, settings)],
  ["flow", () => lookAtFlow(provider)],
  ["dpop", () => lookAtDpop(provider, settings)],
  ["scopes", () => lookAtScopes(provider, settings)],
  ["sign-out", () => lookAtSignOut(provider, settings)],
  ["return", () => lookAtReturn(provider, settings)],
  ["audience", () => lookAtAudience(settings)],
  ["roles", () => lookAtRoles(settings)],
];
