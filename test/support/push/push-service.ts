import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach } from "vitest";

/** A push as its service was given it and its browser reads it. */
export interface Received {
  readonly text: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** Claims of the sender, whose signature held. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly key: string;
}

/** A browser that subscribed at the service. */
export interface Browser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Pushes that its service took, oldest first. */
  readonly got: readonly Received[];
  /** Calls for it, answered in any way. */
  readonly calls: () => number;
}

/** `breaks`: it took the push and answers 500. `is silent`: it took it and never answers. */
interface Answering {
  readonly code: number | "breaks" | "is silent";
  readonly headers?: Readonly<Record<string, string>>;
}

interface Kept {
  readonly keys: ECDH;
  readonly auth: Buffer;
  readonly got: Received[];
  calls: number;
}

/** A real push service for the tests of a file: it checks who sends (RFC 8292), and its browsers decrypt (RFC 8291). */
export function usePushService() {
  const kept = new Map<string, Kept>();
  /** Answers of the next calls; then it takes everything. */
  const answers: Answering[] = [];
  const server = createServer((request, response) => void receive(request, response));
  let origin = "";

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const browser = kept.get(request.url ?? "");
    if (!browser) return void response.writeHead(404).end();
    browser.calls += 1;
    const { code, headers = {} } = answers.shift() ?? { code: 201 };
    // A service that breaks or is silent may have taken it before.
    const isTaken = code === 201 || code === "breaks" || code === "is silent";
    if (!isTaken) return void response.writeHead(code, headers).end();
    browser.got.push({
      ...signedBy(request, origin),
      text: decrypted(browser, Buffer.concat(parts)),
      headers: headersOf(request),
    });
    if (code !== "is silent") response.writeHead(code === "breaks" ? 500 : code).end();
    return undefined;
  }

  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    // Safe: it listens on a port.
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  beforeEach(() => void answers.splice(0));

  return {
    answers,
    subscribe: (): Browser => {
      const keys = createECDH("prime256v1");
      keys.generateKeys();
      const path = `/push/${randomBytes(12).toString("base64url")}`;
      const one: Kept = { keys, auth: randomBytes(16), got: [], calls: 0 };
      kept.set(path, one);
      return {
        endpoint: origin + path,
        p256dh: keys.getPublicKey().toString("base64url"),
        auth: one.auth.toString("base64url"),
        got: one.got,
        calls: () => one.calls,
      };
    },
  };
}

const headersOf = ({ headers }: IncomingMessage): Received["headers"] =>
  Object.fromEntries(["ttl", "topic", "urgency"].map((name) => [name, String(headers[name])]));

/** Checks the sender's signature. @throws where it does not hold */
function signedBy({ headers }: IncomingMessage, origin: string): Pick<Received, "claims" | "key"> {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(\S+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", body = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${body}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const claims: Record<string, unknown> = JSON.parse(Buffer.from(body, "base64url").toString());
  if (!isSigned || claims["aud"] !== origin) throw new Error("the sender's signature does not hold");
  return { claims, key };
}

/** Decrypts a body as the browser does: RFC 8291 over one record of RFC 8188. */
function decrypted({ keys, auth }: Kept, body: Buffer): Received["text"] {
  const salt = body.subarray(0, 16);
  const sender = body.subarray(21, 21 + body.readUInt8(20));
  const sealed = body.subarray(21 + sender.length);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
}
