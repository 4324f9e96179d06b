import { smsContradiction } from "./sms-choice.ts";
import { plainRoleMap } from "#kernel/roles.ts";
import { SetupProblem } from "#server/setup-problem.ts";
import { isLoopback } from "#server/config/loopback.ts";
import { identityContradiction } from "./identity-contradictions.ts";
import { paymentContradiction } from "./payment-contradictions.ts";
import type { RawSettings } from "./schema.ts";
import type { Settings } from "./settings.ts";

/** Ports that follow from Waybill's own where they are not set. */
export const portsAfter = (
  { providerPort, metricsPort }: Pick<RawSettings, "providerPort" | "metricsPort">,
  port: number,
) => ({ providerPort: providerPort ?? port + 1, metricsPort: metricsPort ?? port + 2 });

/**
 * Fills in what follows from other settings. Called again when a port was taken.
 *
 * @throws SetupProblem when settings contradict each other or would be unsafe
 */
export function settle(
  raw: RawSettings,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const production = environment["NODE_ENV"] === "production";
  const embeddedProvider = raw.oidcIssuer === undefined;
  const { providerPort, metricsPort } = portsAfter(raw, raw.port);
  const settings: Settings = {
    ...raw,
    providerPort,
    metricsPort,
    publicUrl: (raw.publicUrl ?? `http://localhost:${raw.port}`).replace(/\/$/, ""),
    oidcIssuer: raw.oidcIssuer ?? `http://localhost:${providerPort}`,
    oidcResource: raw.oidcResource ?? (embeddedProvider ? raw.oidcAudience : undefined),
    oidcAccountUrl:
      raw.oidcAccountUrl ?? (embeddedProvider ? `http://localhost:${providerPort}/account` : undefined),
    oidcRoleMap: raw.oidcRoleMap ?? plainRoleMap(raw.oidcRolesClient),
    demo: raw.demo ?? embeddedProvider,
    embeddedProvider,
    production,
  };
  const fault = contradiction(settings);
  if (fault) throw new SetupProblem(fault);
  return settings;
}

function contradiction(settings: Settings): string | undefined {
  const { port, providerPort, metricsPort, sandboxPort = 0 } = settings;
  if (new Set([port, providerPort, metricsPort, sandboxPort]).size < 4)
    return "--port, --provider-port, --metrics-port and --sandbox-port must differ.";
  if (settings.mailUrl !== undefined && settings.mailFrom.endsWith("@localhost"))
    return "A mail server is set, but not who writes: say --mail-from with an address that it lets you use.";
  if ((settings.roads === "own") !== (settings.roadsUrl === undefined))
    return "A routing server needs both --roads (osrm or valhalla) and --roads-url.";
  return (
    smsContradiction(settings) ??
    identityContradiction(settings) ??
    paymentContradiction(settings) ??
    demoInTheOpen(settings)
  );
}

function demoInTheOpen(settings: Settings): string | undefined {
  if (settings.allowDemoInProduction) return undefined;
  const open = reasonToRefuseDemo(settings);
  if (!open) return undefined;
  const cure = "or say --allow-demo-in-production if everybody may be anybody here";
  if (settings.embeddedProvider)
    return `The embedded identity provider signs anybody in and does not start ${open}: set --oidc-issuer to a provider of your own, ${cure}.`;
  if (settings.payment === "sandbox")
    return `The payment sandbox takes no money and does not start ${open}: set --payment stripe or none, ${cure}.`;
  if (settings.sandboxPort !== undefined)
    return `The sandbox bank's port takes anybody's play money and does not open ${open}: leave --sandbox-port out, ${cure}.`;
  return undefined;
}

function reasonToRefuseDemo({ production, host, publicUrl }: Settings): string | undefined {
  if (production) return "with NODE_ENV=production";
  if (!isLoopback(host)) return `on ${host}, which other machines reach`;
  const name = new URL(publicUrl).hostname;
  return isLoopback(name) ? undefined : `behind ${name}, which other machines reach`;
}
