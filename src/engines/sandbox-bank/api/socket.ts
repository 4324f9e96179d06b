import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isLoopback } from "#server/config/loopback.ts";
import { refuse } from "../faults.ts";
import type { SandboxApi } from "./api.ts";
import { replyOf } from "./reply.ts";
import type { ApiReply } from "./reply.ts";

export interface Listening {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const MOST_BYTES = 256 * 1024;
/** Milliseconds between two bytes of an answer that dribbles in. */
const DRIBBLE_MS = 20;

/**
 * Answers on this machine alone.
 *
 * @param port 0 takes a free one
 * @throws Error where the port is taken
 */
export async function listenAt(api: SandboxApi, port: number): Promise<Listening> {
  const serve = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (!isHere(incoming)) return send(response, replyOf(refuse(403, "forbidden")));
    const body = await bytesOf(incoming);
    if (!body) return send(response, replyOf(refuse(413, "too_large")));
    const { method = "GET", url: path = "/" } = incoming;
    return send(response, await api({ method, path, headers: headersOf(incoming), body }));
  };
  const server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.socket?.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A page whose name was turned to this machine is sent away. */
const isHere = ({ headers }: IncomingMessage): boolean =>
  isLoopback((headers.host ?? "nobody").replace(/:\d+$/, ""));

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

async function bytesOf(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk as Uint8Array);
    size += bytes.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

async function send(response: ServerResponse, { status, headers, text, way }: ApiReply): Promise<void> {
  if (way === "silent") return;
  if (way === "cut") return void response.socket?.destroy();
  response.writeHead(status, {
    ...headers,
    ...(status !== 204 && { "content-length": Buffer.byteLength(text) }),
  });
  if (way === "half") {
    response.write(text.slice(0, text.length / 2));
    return void setTimeout(() => response.socket?.destroy(), DRIBBLE_MS);
  }
  if (way === "dribble") return dribble(response, text);
  response.end(text);
}

async function dribble(response: ServerResponse, text: string): Promise<void> {
  for (const letter of text) {
    if (response.destroyed) return;
    response.write(letter);
    await new Promise((resolve) => setTimeout(resolve, DRIBBLE_MS));
  }
  response.end();
}
