import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { HEADERS, pathNames } from "#contract/endpoint.ts";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { lateMorningZone } from "../people/late-morning.ts";

const READY = /Waybill is ready at (http:\/\/\S+)/;
/** Guards against a start that never ends; beside five other runs a good one needed more than 120 s. */
const PATIENCE_MS = 400_000;

export interface Product {
  readonly url: string;
  /** Ends at once, as a power cut would for this process. */
  kill(): Promise<void>;
  /** Ends as an operator would. */
  stop(): Promise<void>;
}

/** Starts Waybill as its user does. @throws Error with what it said when it is not ready in 120 s */
export async function startProduct(
  folder: string,
  port: number,
  more: readonly string[] = [],
): Promise<Product> {
  const args = [
    "bin/waybill.mjs",
    "start",
    "--data",
    folder,
    "--port",
    String(port),
    "--rate-limit-factor",
    "0",
    "--time-zone",
    lateMorningZone(),
    ...more,
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"], detached: false });
  const url = await readyUrl(child);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "close");
    child.kill(signal);
    await gone;
  };
  return { url, kill: () => end("SIGKILL"), stop: () => end("SIGTERM") };
}

function readyUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const timer = setTimeout(
      () => reject(new Error(`Waybill was not ready after ${PATIENCE_MS / 1000} s:\n${said}`)),
      PATIENCE_MS,
    );
    const hear = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = READY.exec(said)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(found);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.once("close", () => {
      clearTimeout(timer);
      reject(new Error(`Waybill ended before it was ready:\n${said}`));
    });
  });
}

export interface WireOptions {
  /** The token, or whoever has one that is good now. */
  readonly token?: string | (() => Promise<string>);
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls an endpoint over the wire. @throws Error with the problem's code for anything but a success */
export async function callWire<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: InputOf<E>,
  options: WireOptions = {},
): Promise<ReplyOf<E>> {
  const fields = Object.entries(input as Record<string, unknown>);
  const names = new Set(pathNames(endpoint.path));
  const path = endpoint.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    String(fields.find(([field]) => field === name)?.[1]),
  );
  const rest = fields.filter(([name, value]) => !names.has(name) && value !== undefined);
  const isWrite = endpoint.method !== "GET";
  const query = isWrite
    ? ""
    : `?${new URLSearchParams(rest.map(([name, value]) => [name, String(value)])).toString()}`;
  const token = typeof options.token === "function" ? await options.token() : options.token;
  const response = await fetch(`${url}${path}${query}`, {
    method: endpoint.method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(isWrite && {
        "content-type": "application/json",
        [HEADERS.idempotencyKey]: options.key ?? crypto.randomUUID(),
      }),
      ...options.headers,
    },
    ...(isWrite && { body: JSON.stringify(Object.fromEntries(rest)) }),
  });
  const body: ReplyOf<E> & { code?: string } = JSON.parse(await response.text());
  if (!response.ok) throw new Error(`${endpoint.id}: ${response.status} ${body.code ?? ""}`);
  return body;
}
