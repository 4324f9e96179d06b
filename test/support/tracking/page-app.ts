import { randomUUID } from "node:crypto";
import { workGuard } from "#features/payments/server/public.ts";
import { choiceForms, readChoices } from "#features/choices/server/public.ts";
import type { PageGiven } from "#features/tracking/contract/page.ts";
import { trackFormRoute, trackPageRoute } from "#features/tracking/server/public.ts";
import { refusalsOf } from "#main/rooms.ts";
import { buildApp } from "#server/http/app.ts";
import type { AppParts } from "#server/http/app.ts";
import type { World } from "../world.ts";

/** Page of recipients on a world, drawn as the JSON that it is drawn from. */
export async function openPageApp(world: World, more: Partial<AppParts> = {}, log: object[] = []) {
  const note = (facts: object) => void log.push(facts);
  const refusals = refusalsOf(world.server.rooms);
  const page = {
    drawing: {
      draw: (given: PageGiven) => JSON.stringify(given),
      drawPlain: (_name: string, given: object) => JSON.stringify(given),
      styles: [],
    },
    headers: { "x-page": "track" },
    locales: ["en", "de", "ar"] as const,
    isDemo: () => false,
    isSecure: true,
    dataFolder: world.dataFolder,
    refusals,
    slotOf: readChoices,
    acts: choiceForms({ workGuard }),
  };
  const app = await buildApp({
    db: world.db,
    routes: [],
    rawRoutes: [trackPageRoute(page), trackFormRoute(page)],
    refusals,
    actorOf: () => Promise.resolve({ kind: "guest", orgId: world.orgId, roles: [] }),
    clock: () => world.now,
    log: { info: note, warn: note, error: note },
    headers: {},
    trustProxy: [],
    limitFactor: 0,
    ...more,
  });
  const open = async (path: string, headers: Record<string, string> = {}) => {
    const reply = await app.inject({ url: `/t/${path}`, headers });
    const given: PageGiven = JSON.parse(reply.body);
    return { status: reply.statusCode, headers: reply.headers, given };
  };
  /** Sends a form as a browser without a script does. */
  const send = async (
    token: string,
    fields: Readonly<Record<string, string>>,
    headers: Record<string, string> = {},
    remoteAddress = "192.0.2.1",
  ) => {
    const reply = await app.inject({
      method: "POST",
      url: `/t/${token}`,
      remoteAddress,
      headers: {
        "content-type": "application/x-www-form-urlencoded",
        origin: "null",
        "sec-fetch-site": "same-origin",
        ...headers,
      },
      payload: new URLSearchParams({ key: randomUUID(), ...fields }).toString(),
    });
    const given: PageGiven | undefined = reply.body === "" ? undefined : JSON.parse(reply.body);
    return { status: reply.statusCode, headers: reply.headers, given };
  };
  return { app, open, send };
}
