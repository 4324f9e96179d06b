import type { IncomingMessage, ServerResponse } from "node:http";
import type { Provider } from "oidc-provider";
import { DEMO_PEOPLE, demoPersonByHint } from "./people.ts";
import { ACR_VALUES, acrFor } from "./acr.ts";
import { ACCOUNT_PATH, account } from "./account.ts";
import type { ProviderFacts } from "./config.ts";
import { FRAME_PAGE, FRAME_PATH, frameCookie, framePolicy, frameScript } from "./frame.ts";
import { type ProviderKeys, publicHalf } from "./keys.ts";
import type { ProviderOptions } from "./options.ts";
import { signInPage } from "./pages.ts";
import { paramText, readForm, send, sendPage } from "./request.ts";
import type { ProviderSessions } from "./sessions.ts";
import { PAGE_STYLE, SUBMIT_SCRIPT } from "./style.ts";
import { USERINFO_PATH, userinfo } from "./userinfo.ts";
import { wordsFor } from "./words.ts";

/** Our own pages beside the provider's endpoints. Answers false where the provider itself must. */
export function ownRoutes(
  provider: Provider,
  facts: ProviderFacts & ProviderOptions,
  keys: ProviderKeys,
  sessions: ProviderSessions,
) {
  const serveUserinfo = userinfo(provider, facts, publicHalf(keys.jwks), sessions);
  const showAccount = account(provider, facts, keys, sessions);
  const appOrigin = new URL(facts.appUrl).origin;
  const { frame = "on" } = facts;
  const script = frameScript(appOrigin, frameCookie(facts.issuer), frame === "naive");
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const { pathname } = new URL(request.url ?? "/", facts.issuer);
    if (pathname.startsWith("/interaction/")) return interaction(provider, facts, request, response);
    switch (pathname) {
      case ACCOUNT_PATH:
        return showAccount(request, response);
      case USERINFO_PATH:
        return serveUserinfo(request, response);
      case FRAME_PATH:
        if (frame === "off") return false;
        response.removeHeader("x-frame-options");
        response.setHeader("content-security-policy", framePolicy(appOrigin));
        return sendPage(response, FRAME_PAGE);
      case "/assets/check.js":
        return send(response, 200, "text/javascript; charset=utf-8", script);
      case "/assets/page.css":
        return send(response, 200, "text/css; charset=utf-8", PAGE_STYLE);
      case "/assets/submit.js":
        return send(response, 200, "text/javascript; charset=utf-8", SUBMIT_SCRIPT);
      default:
        return false;
    }
  };
}

/** Asks who it is. A `login_hint` that names a demo person answers at once: the app's doors are one click. */
async function interaction(
  provider: Provider,
  facts: ProviderFacts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const details = await provider.interactionDetails(request, response);
  const finish = async (result: Parameters<Provider["interactionFinished"]>[2]) => {
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
    return true;
  };
  if (details.prompt.name !== "login") return finish({ consent: {} });
  const form = request.method === "POST" ? await readForm(request) : new URLSearchParams();
  const hint =
    form.get("person") ?? (request.method === "GET" ? paramText(details.params, "login_hint") : "");
  const person = demoPersonByHint(hint);
  const acr = acrFor(paramText(details.params, "acr_values")) ?? ACR_VALUES[0];
  if (person) return finish({ login: { accountId: person.subject, remember: true, amr: ["demo"], acr } });
  if (form.get("cancel"))
    return finish({ error: "access_denied", error_description: "sign-in was cancelled" });
  const frame = wordsFor(facts, paramText(details.params, "ui_locales"), request.headers["accept-language"]);
  return sendPage(response, signInPage(frame, `/interaction/${details.uid}`, DEMO_PEOPLE));
}
