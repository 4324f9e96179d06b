import { vi } from "vitest";

/** Answer of a stubbed endpoint; a thrown-together problem has a status. */
export type Answer = (body: unknown, url: string) => { readonly status?: number; readonly body: unknown };
export interface Sent {
  readonly route: string;
  readonly body: unknown;
}

const CONFIG = {
  issuer: "https://id.example",
  clientId: "waybill-web",
  org: { name: "Shop", isOpen: true },
  joinBy: "roles",
  timezone: "Europe/Berlin",
  currency: "EUR",
  demo: { on: false, people: [] },
  payment: { provider: "sandbox" },
  mails: "server",
};

/** Answers the page's calls by "METHOD /path"; returns what was sent, in order. `config`: beside the plain one. */
export function stubServer(answers: Readonly<Record<string, Answer>>, config: object = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const route = `${init.method ?? "GET"} ${url.split("?", 1)[0] ?? ""}`;
    if (route === "GET /config.json") return Promise.resolve(Response.json({ ...CONFIG, ...config }));
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    sent.push({ route, body });
    const answer = answers[route]?.(body, url) ?? { status: 404, body: { code: "http.not-found" } };
    return Promise.resolve(Response.json(answer.body, { status: answer.status ?? 200 }));
  });
  return sent;
}

/** A problem as the server writes it. */
export const problem = (
  status: number,
  code: string,
  fields: readonly { path: string; code: string }[] = [],
) => ({
  status,
  body: {
    type: `urn:waybill:problem:${code}`,
    title: code,
    status,
    code,
    instance: "test",
    way: "mend",
    fields,
  },
});

/** Answers the first call with a problem and later ones with this body. */
export function onceProblem(status: number, code: string, later: unknown): Answer {
  let calls = 0;
  return () => {
    calls += 1;
    return calls === 1 ? problem(status, code) : { body: later };
  };
}
