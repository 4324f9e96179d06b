import { type Endpoint, HEADERS, type InputOf, pathNames, type ReplyOf } from "#contract/endpoint.ts";
import { newId } from "./new-id.ts";
import { Problem } from "./problem.ts";
import { send } from "./send.ts";

export interface CallOptions {
  signal?: AbortSignal;
  /** One per intent: the same for every try of the same press. Absent: the input's `commandId`, or a fresh one. */
  idempotencyKey?: string;
  headers?: Readonly<Record<string, string>>;
  timeoutMs?: number;
}

/**
 * Calls an endpoint of a contract.
 *
 * @throws Problem with the code of the refusal, or `http.offline`, `http.timeout`, `http.unreachable`,
 *   `http.unexpected-reply`
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> {
  const { idempotencyKey, headers, ...rest } = options;
  const { url, body } = requestOf(endpoint, input);
  const key = endpoint.method === "GET" ? undefined : (idempotencyKey ?? commandIdOf(input) ?? newId());
  const reply = await send({
    ...rest,
    method: endpoint.method,
    url,
    ...(body !== undefined && { body }),
    headers: { ...headers, ...(key !== undefined && { [HEADERS.idempotencyKey]: key }) },
  });
  return trustedReply<E>(endpoint, reply);
}

/** Path, query and body as the endpoint's contract lays them out. */
export function requestOf(
  endpoint: Endpoint,
  input: object,
): { url: string; body?: Record<string, unknown> } {
  const names = new Set(pathNames(endpoint.path));
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(Reflect.get(input, name))),
  );
  const rest = Object.entries(input).filter(([name, value]) => !names.has(name) && value !== undefined);
  if (endpoint.method !== "GET") return { url: path, body: Object.fromEntries(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of rest)
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  return { url: query.size === 0 ? path : `${path}?${query}` };
}

const commandIdOf = (input: object): string | undefined => {
  const id: unknown = Reflect.get(input, "commandId");
  return typeof id === "string" ? id : undefined;
};

/**
 * The reply, checked against its contract. A newer server may say more than this page knows: unknown fields pass, so
 * that a page that stays open during an update goes on working.
 */
export function trustedReply<E extends Endpoint>(endpoint: E, reply: unknown): ReplyOf<E> {
  const parsed = endpoint.reply.safeParse(reply);
  const known = parsed.success || parsed.error.issues.every((issue) => issue.code === "unrecognized_keys");
  if (!known) throw new Problem("http.unexpected-reply", { cause: parsed.error });
  // Safe: checked right above, or complete and merely richer than the contract.
  return (parsed.success ? parsed.data : reply) as ReplyOf<E>;
}
