import type { Settings } from "#main/config/settings.ts";
import { checkRedirect, checkReturn } from "./addresses.ts";
import { checkCors } from "./cors.ts";
import { type Finding, type Check, careful, runChecks } from "./finding.ts";
import { checkKeys } from "./keys.ts";
import {
  checkAudience,
  checkClock,
  checkDpop,
  checkFlow,
  checkHttps,
  checkOrigins,
  checkRoles,
  checkScopes,
  checkSignOut,
  checkStepUp,
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
      ...(await runChecks(checksOf(provider, settings, origin))),
    ];
  // It runs with other flags than these: on another port, most likely.
  const elsewhere = careful(
    `no sign-in service at ${settings.oidcIssuer}`,
    "Give doctor the same flags and variables as the start, its --port above all.",
  );
  return [...own, { about: "issuer", ...(settings.embeddedProvider ? elsewhere : result) }];
}

const checksOf = (provider: Provider, settings: Settings, origin: string): Check[] => [
  ["https", () => checkHttps(provider)],
  ["clock", () => checkClock(provider)],
  ["keys", () => checkKeys(provider)],
  ["origins", () => checkOrigins(provider, settings)],
  ["cors", () => checkCors(provider, settings, origin)],
  ["redirect", () => checkRedirect(provider, settings)],
  ["flow", () => checkFlow(provider)],
  ["dpop", () => checkDpop(provider, settings)],
  ["scopes", () => checkScopes(provider, settings)],
  ["sign-out", () => checkSignOut(provider, settings)],
  ["return", () => checkReturn(provider, settings)],
  ["audience", () => checkAudience(settings)],
  ["roles", () => checkRoles(settings)],
  ["step-up", () => checkStepUp(provider, settings)],
];
