import { createHash, randomBytes } from "node:crypto";
import type { KoaContextWithOIDC, Session } from "oidc-provider";
import { paramText } from "./request.ts";

/** OpenID Connect Session Management 1.0, which the library left out in 2021: `session_state` and the frame. */
export const FRAME_PATH = "/session/check";

const sha256 = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Cookies do not tell ports apart: another Waybill on this machine must not share ours. */
export const frameCookie = (issuer: string): string => `op_bs_${new URL(issuer).port}`;

/** Stands for the session in the browser: changes with the person and with every sign-in. */
const browserStateOf = (session: Session | undefined): string =>
  session?.accountId === undefined
    ? ""
    : sha256(`${session.uid}|${session.accountId}|${session.loginTs ?? 0}`);

/** `hash.salt`, both base64url. */
export const sessionState = (client: string, origin: string, browserState: string, salt: string): string =>
  `${sha256(`${client} ${origin} ${browserState} ${salt}`)}.${salt}`;

/** After an authorization the app learns the state of the session; the browser keeps it until the session ends. */
export function setSessionStateCookie(ctx: KoaContextWithOIDC, cookie: string, lifeS: number): void {
  const { route, session } = ctx.oidc;
  if (session && "destroyed" in session && session.destroyed === true) forgetSessionState(ctx, cookie);
  if (route !== "authorization" && route !== "resume") return;
  const state = browserStateOf(session);
  if (state !== "")
    ctx.cookies.set(cookie, state, {
      httpOnly: false,
      sameSite: "lax",
      signed: false,
      maxAge: lifeS * 1000,
      overwrite: true,
    });
  const target: string | undefined = ctx.response.get("location");
  const redirectUri = paramText(ctx.oidc.params, "redirect_uri");
  if (redirectUri === "" || !target?.startsWith(redirectUri)) return;
  const url = new URL(target);
  if (!url.searchParams.has("code") && !url.searchParams.has("error")) return;
  const salt = randomBytes(12).toString("base64url");
  const client = paramText(ctx.oidc.params, "client_id");
  url.searchParams.set("session_state", sessionState(client, new URL(redirectUri).origin, state, salt));
  ctx.set("location", url.href);
}

export function forgetSessionState(ctx: Pick<KoaContextWithOIDC, "cookies">, cookie: string): void {
  ctx.cookies.set(cookie, null, { httpOnly: false, sameSite: "lax", signed: false, overwrite: true });
}

/** The page that the app keeps in a hidden frame. */
export const FRAME_PAGE =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Session</title><script src="/assets/check.js"></script></head><body></body></html>';

/** Only our app may hold the page in a frame. */
export const framePolicy = (appOrigin: string): string =>
  `default-src 'none'; script-src 'self'; frame-ancestors ${appOrigin}; base-uri 'none'; form-action 'none'`;

/**
 * Answers `client_id session_state` with `unchanged`, `changed` or `error`, and nobody but the app.
 *
 * A browser that keeps our cookie from a frame of another site answers `error`: there it cannot know, and `changed`
 * would sign people out (measured: 197 ms after they signed in).
 *
 * @param naive leaves that check out, as providers in the field do, for tests of the client
 */
export function frameScript(appOrigin: string, cookie: string, naive: boolean): string {
  return `"use strict";
const APP = ${JSON.stringify(appOrigin)};
const COOKIE = ${JSON.stringify(`${cookie}=`)};
const NAIVE = ${String(naive)};
const state = () => (document.cookie.split("; ").find((one) => one.startsWith(COOKIE)) || COOKIE).slice(COOKIE.length);
async function mayLook() {
  if (NAIVE) return true;
  if (new URL(APP).hostname !== location.hostname || !document.hasStorageAccess) return false;
  return document.hasStorageAccess();
}
async function answerTo(data) {
  const [client, given, more] = String(data).split(" ");
  const [, salt] = (given || "").split(".");
  if (!client || !salt || more !== undefined) return "error";
  if (!(await mayLook())) return "error";
  const bytes = new TextEncoder().encode([client, APP, state(), salt].join(" "));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const text = btoa(String.fromCharCode(...hash)).replace(/\\+/g, "-").replace(/\\//g, "_").replace(/=+$/, "");
  return text + "." + salt === given ? "unchanged" : "changed";
}
addEventListener("message", (event) => {
  if (event.source !== parent || event.origin !== APP) return;
  answerTo(event.data).catch(() => "error").then((answer) => parent.postMessage(answer, APP));
});
`;
}
