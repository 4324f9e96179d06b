import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#kernel/instant.ts";
import type { Instant } from "#kernel/instant.ts";
import type { Db } from "#server/db/db.ts";
import { closeLetter, nextLetterIn, postponeLetter, takeLetters } from "./endpoints.ts";
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

export interface WebhookSenderParts {
  readonly db: Db;
  /** The world's clock: a signature is made when it is sent, whatever the bank's own clock says. */
  readonly clock: () => Instant;
  readonly onTrouble?: (error: unknown) => void;
}

const BATCH = 20;
const ANSWER_MS = 10 * SECOND_MS;
/** Another process may add letters, of which nobody tells us. */
const LOOK_MS = MINUTE_MS;
const MOST_TRIES = 80;

/** 2 s, 8 s, 32 s … one hour. */
const backoffMs = (tries: number): number => Math.min(HOUR_MS, 2 * SECOND_MS * 4 ** Math.min(tries - 1, 8));

export function openWebhookSender({ db, clock, onTrouble }: WebhookSenderParts): WebhookSender {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const bring = async (letter: Letter): Promise<void> => {
    const said = letter.lost ? 200 : await post(letter, clock());
    const isTaken = typeof said === "number" && said >= 200 && said < 300;
    await db.owner(async (tx) => {
      if (isTaken) await closeLetter(tx, letter.id, letter.lost ? "lost" : String(said));
      else if (letter.tries >= MOST_TRIES) await closeLetter(tx, letter.id, `given up: ${said}`);
      else await postponeLetter(tx, letter.id, backoffMs(letter.tries), String(said));
    });
  };
  const deliver = async (): Promise<number> => {
    const due = await db.owner((tx) => takeLetters(tx, BATCH));
    for (const letter of due) await bring(letter);
    return due.length;
  };
  const life = new AbortController();
  const isOver = (): boolean => life.signal.aborted;
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

/** @returns the status, or why there is none */
async function post({ url, secrets, body }: Letter, now: Instant): Promise<number | string> {
  const text = JSON.stringify(body);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "stripe-signature": signed(text, secrets, now),
      },
      body: text,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return error instanceof Error ? error.name : "no answer";
  }
}
