import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Card } from "#features/payments/server/sandbox/cards.ts";
import type { Books } from "./books.ts";
import type { Said } from "./said.ts";

/** How the script and its form fare in browsers. */
export interface BrowserFace {
  /** `blocked`: the script's host refuses. `config`, `network`: the script comes, its form does not. */
  trouble: "none" | "blocked" | "config" | "network";
}

interface BrowserCall {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly body: string;
}

const OPEN = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "content-type",
  "cross-origin-resource-policy": "cross-origin",
};

/** The facade's script has its version in the address, as Stripe's has. */
export const SCRIPT_PATH = "/endive/stripe.js";
const script = (): string => readFileSync(new URL("./script-v1.js", import.meta.url), "utf8");

/** What the script in a browser asks of its own host. @returns whether the call was one of those */
export function browserCall({ trouble }: BrowserFace, books: Books, call: BrowserCall): boolean {
  const { path, response, incoming, body } = call;
  const [, face, what = "", id = ""] = path.split("?")[0]?.split("/") ?? [];
  if (path.startsWith(SCRIPT_PATH)) {
    if (trouble === "blocked") incoming.socket.destroy();
    else response.writeHead(200, { ...OPEN, "content-type": "text/javascript" }).end(script());
    return true;
  }
  if (face !== "browser") return false;
  if (incoming.method === "OPTIONS") response.writeHead(204, OPEN).end();
  else if (what === "session" && trouble === "network") incoming.socket.destroy();
  else {
    const said = what === "session" ? sessionFor(trouble) : answerTo(books, what, id, body);
    response.writeHead(said.status, { ...OPEN, "content-type": "application/json" });
    response.end(JSON.stringify(said.body));
  }
  return true;
}

const sessionFor = (trouble: BrowserFace["trouble"]): Said =>
  trouble === "config"
    ? { status: 400, body: { error: { type: "invalid_request_error", message: "no such account" } } }
    : { status: 200, body: {} };

interface Asked {
  readonly secret: string;
  readonly card?: Card;
  readonly choice?: "approve" | "decline" | "cancel";
}

function answerTo(books: Books, what: string, id: string, body: string): Said {
  const asked: Asked = JSON.parse(body);
  return what === "confirm" && asked.card
    ? books.confirm(id, asked.secret, asked.card)
    : books.answer(id, asked.secret, asked.choice ?? "cancel");
}
