import { HEADERS } from "#contract/endpoint.ts";
import { newId } from "#web/api/new-id.ts";
import { trustedReply } from "#web/api/call.ts";
import { signedFetch } from "#web/api/signed-fetch.ts";
import { sessionState } from "#web/session/session.ts";
import type { CourierDay } from "../../contract/api.ts";
import { syncApi } from "../../contract/sync.ts";
import type { Answer, Transport } from "#kernel/outbox/ports.ts";

const CALL_MS = 30_000;
/** Bytes that browsers send for a page that is hidden: 64 KiB for all calls under way, the network's own part left over. */
const HIDDEN_MOST_BYTES = 60_000;
const PROTOCOL = 1;
/** File name of this code, which changes with each build. */
const BUILD = (new URL(import.meta.url).pathname.split("/").at(-1) ?? "").slice(0, 40);

type Silence = { readonly kind: "no-network" | "signed-out" };

interface Heard {
  readonly status: number;
  readonly said: object;
}

/** Sends as the owner alone, and says of anything that our server did not write that there is no network. */
export function makeTransport(
  subject: string,
  positionsWaiting: () => Promise<number>,
): Transport<CourierDay> {
  const isOwner = () => {
    const session = sessionState();
    return session.kind === "signed-in" && session.subject === subject;
  };

  async function ask(url: string, init: RequestInit): Promise<Heard | Silence> {
    if (!isOwner()) return { kind: "signed-out" };
    try {
      const response = await signedFetch(url, {
        ...init,
        credentials: "omit",
        cache: "no-store",
        redirect: "error",
        signal: AbortSignal.timeout(CALL_MS),
      });
      const said: unknown = await response.json();
      // A captive portal answers with a page of its own.
      if (typeof said !== "object" || said === null) return { kind: "no-network" };
      return { status: response.status, said };
    } catch {
      return isOwner() ? { kind: "no-network" } : { kind: "signed-out" };
    }
  }

  return {
    async sync(call) {
      const positions = await positionsWaiting();
      const body = {
        ...call,
        protocol: PROTOCOL,
        build: BUILD,
        waiting: { ...call.waiting, positions },
      };
      const sent = JSON.stringify(body);
      const keepalive = document.visibilityState === "hidden";
      // The outbox halves the call; the rest follows.
      if (keepalive && call.commands.length > 1 && new Blob([sent]).size > HIDDEN_MOST_BYTES)
        return { kind: "too-large" };
      const heard = await ask(syncApi.sync.path, {
        method: "POST",
        keepalive,
        headers: {
          accept: "application/json",
          "content-type": "application/json",
          [HEADERS.idempotencyKey]: newId(),
        },
        body: sent,
      });
      return answerOf(heard, (said) => trustedReply(syncApi.sync, said));
    },
    async upload({ file, offset, bytes }) {
      const query = new URLSearchParams({
        deliveryId: file.deliveryId,
        taskId: file.taskId,
        kind: file.kind,
        sha256: file.sha256,
        total: String(file.bytes),
        offset: String(offset),
      });
      const heard = await ask(`/api/courier/proofs/${file.id}?${query}`, {
        method: "PUT",
        headers: { accept: "application/json", "content-type": "application/octet-stream" },
        body: new Blob([bytes.slice()]),
      });
      return answerOf(heard, (said) => {
        const next: unknown = Reflect.get(said, "next");
        return {
          next: typeof next === "number" ? next : 0,
          complete: Reflect.get(said, "complete") === true,
        };
      });
    },
  };
}

function answerOf<T>(heard: Heard | Silence, read: (said: object) => T): Answer<T> {
  if ("kind" in heard) return heard;
  const { status, said } = heard;
  if (status < 200 || status >= 300) return refusalOf(heard);
  try {
    return { kind: "ok", value: read(said) };
  } catch {
    // JSON of somebody else, or of a server that this build cannot read.
    return { kind: "no-network" };
  }
}

/** Codes of refusals that say who the person is not; others concern what was sent alone. */
const OF_PERSON = /^(accounts|http|courier)\./;

function refusalOf({ status, said }: Heard): Exclude<Answer<never>, { kind: "ok" }> {
  const code: unknown = Reflect.get(said, "code");
  if (typeof code !== "string") return { kind: status >= 500 ? "busy" : "no-network" };
  if (code === "courier.epoch-changed") return { kind: "epoch", epoch: epochIn(said) };
  if (status === 401 || (status === 403 && OF_PERSON.test(code))) return { kind: "signed-out" };
  if (status === 413) return { kind: "too-large" };
  // An answer of the server as such, not of a rule: another build may give another one.
  return code.startsWith("http.")
    ? { kind: "busy" }
    : { kind: "refused", code, isBroken: code === "courier.proof-broken" };
}

function epochIn(said: object): string {
  const facts: unknown = Reflect.get(said, "facts");
  const epoch: unknown =
    typeof facts === "object" && facts !== null ? Reflect.get(facts, "epoch") : undefined;
  return typeof epoch === "string" ? epoch : "";
}
