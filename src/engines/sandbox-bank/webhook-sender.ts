import { once } from "node:events";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import {
  OWN_ENDPOINT,
  closeLetter,
  nextLetterIn,
  postponeLetter,
  putBack,
  takeLetters,
} from "./endpoints.ts";
import type { Letter } from "./endpoints.ts";
import { signed } from "./signature.ts";

/** Brings news to their endpoints, each until it is taken with a 2xx or given up after some three days. */
export interface WebhookSender {
  /** Sends waiting webhooks at once. */
  kick(): void;
  /** Brings what is due now. @returns how many letters were tried */
  readonly deliver: () => Promise<number>;
  stop(): Promise<void>;
}

/** A webhook with its signature, as it is posted. */
export interface Webhook {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Takes a webhook. @returns the status of the answer */
export type Receive = (webhook: Webhook, signal: AbortSignal) => Promise<number>;

export interface WebhookSenderParts {
  readonly db: Db;
  /** The world's clock: a signature is made when it is sent, whatever the bank's own clock says. */
  readonly clock: () => Instant;
  /** Takes this Waybill's own webhooks in this process. */
  readonly receive?: Receive | undefined;
  readonly onTrouble?: (error: unknown) => void;
  /** Called for a webhook that is not tried again. */
  readonly onGivenUp?: (facts: {
    readonly endpoint: string;
    readonly tries: number;
    readonly said: string;
  }) => void;
}

const BATCH = 20;
const ANSWER_MS = 10 * SECOND_MS;
/** Another process may add letters, of which nobody tells us. */
const LOOK_MS = MINUTE_MS;
const MOST_TRIES = 80;

/** 2 s, 8 s, 32 s … one hour. */
const backoffMs = (tries: number): number => Math.min(HOUR_MS, 2 * SECOND_MS * 4 ** Math.min(tries - 1, 8));

export function openWebhookSender(parts: WebhookSenderParts): WebhookSender {
  const { db, clock, onTrouble, onGivenUp } = parts;
  const life = new AbortController();
  const isOver = (): boolean => life.signal.aborted;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const bring = async (letter: Letter): Promise<void> => {
    const said = letter.lost ? 200 : await send(letter);
    const isTaken = typeof said === "number" && said >= 200 && said < 300;
    const { id, endpoint, tries } = letter;
    const isGivenUp = !isTaken && !isOver() && tries >= MOST_TRIES;
    await db.owner(async (tx) => {
      if (isTaken) await closeLetter(tx, id, letter.lost ? "lost" : String(said));
      else if (isOver()) await putBack(tx, [id]);
      else if (isGivenUp) await closeLetter(tx, id, `given up: ${said}`);
      else await postponeLetter(tx, id, backoffMs(tries), String(said));
    });
    if (isGivenUp) onGivenUp?.({ endpoint, tries, said: String(said) });
  };
  const send = async ({ endpoint, url, secrets, body }: Letter): Promise<number | string> => {
    const text = JSON.stringify(body);
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": signed(text, secrets, clock()),
    };
    const receive = (endpoint === OWN_ENDPOINT && parts.receive) || postTo(url);
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), life.signal]);
      return await Promise.race([receive({ headers, body: text }, signal), ended(signal)]);
    } catch (error) {
      return error instanceof Error ? error.name : "no answer";
    }
  };
  const deliver = async (): Promise<number> => {
    const due = await db.owner((tx) => takeLetters(tx, BATCH));
    for (const [nth, letter] of due.entries()) {
      if (isOver()) {
        const rest = due.slice(nth).map(({ id }) => id);
        await db.owner((tx) => putBack(tx, rest));
        return nth;
      }
      await bring(letter);
    }
    return due.length;
  };
  const work = async (): Promise<void> => {
    while (!isOver() && (again || (await deliver()) > 0)) again = false;
    if (isOver()) return;
    const wait = await db.owner((tx) => nextLetterIn(tx));
    timer = setTimeout(kick, Math.min(LOOK_MS, wait ?? LOOK_MS)).unref();
  };
  const kick = (): void => {
    if (isOver()) return;
    again = true;
    if (running) return;
    clearTimeout(timer);
    running = work()
      .catch((error: unknown) => {
        onTrouble?.(error);
        if (!isOver()) timer = setTimeout(kick, LOOK_MS).unref();
      })
      .finally(() => {
        running = undefined;
        // Something happened while the work came to its end.
        if (again) kick();
      });
  };
  return {
    kick,
    deliver,
    async stop() {
      life.abort();
      clearTimeout(timer);
      await running;
    },
  };
}

/** Never resolves. @throws Error once the signal is aborted */
const ended = async (signal: AbortSignal): Promise<never> => {
  await once(signal, "abort");
  throw signal.reason;
};

const postTo =
  (url: string): Receive =>
  async ({ headers, body }, signal) => {
    const response = await fetch(url, { method: "POST", headers, body, redirect: "manual", signal });
    await response.arrayBuffer();
    return response.status;
  };
