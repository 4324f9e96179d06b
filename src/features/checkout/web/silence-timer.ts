import { pause } from "#web/api/pause.ts";
import type { BankReply } from "./bank.ts";
import { type Verdict, nthOf } from "./settle-check.ts";

/** Time after the press from which the payer reads that the provider's script has not answered, in ms. */
export const SILENT_MS = 12_000;
/** Pauses before questions to our server while the provider's script works, in ms; the last one repeats. */
const QUESTIONS_MS = [5_000, 5_000, 8_000] as const;
/** The script that is just about to answer says more than our server: it has this long, in ms. */
const GRACE_MS = 2_000;

export interface Asked {
  /** The answer of the provider's script, which may never come. */
  readonly reply: Promise<BankReply>;
  /** Our server's verdict, or undefined where it is silent. */
  readonly ask: () => Promise<Verdict | undefined>;
  readonly onSilence: () => void;
  readonly signal: AbortSignal;
}

/** Exactly one of them is there. */
export type FirstAnswer =
  | { readonly reply: BankReply; readonly verdict?: undefined }
  | { readonly verdict: Verdict; readonly reply?: undefined };

/**
 * Waits for the provider's script and for our server at once; the first one that knows what became of the press decides.
 *
 * @throws Problem where our server refuses, AbortError where the page has gone on
 */
export async function firstAnswer({ reply, ask, onSilence, signal }: Asked): Promise<FirstAnswer> {
  const done = new AbortController();
  const silence = setTimeout(onSilence, SILENT_MS);
  try {
    return await Promise.race([
      reply.then((said) => ({ reply: said })),
      serverWord(ask, AbortSignal.any([signal, done.signal])),
    ]);
  } finally {
    clearTimeout(silence);
    done.abort();
  }
}

async function serverWord(ask: Asked["ask"], signal: AbortSignal): Promise<FirstAnswer> {
  for (let n = 0; ; n += 1) {
    await pause(nthOf(QUESTIONS_MS, n), signal);
    const verdict = await ask();
    if (verdict === undefined || verdict.kind === "nothing") continue;
    await pause(GRACE_MS, signal);
    return { verdict };
  }
}
