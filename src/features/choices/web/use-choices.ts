import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { HEADERS } from "#contract/endpoint.ts";
import type { PageForms } from "#features/tracking/contract/page.ts";
import { call } from "#web/api/call.ts";
import { newId } from "#web/api/new-id.ts";
import { Problem, isProblem } from "#web/api/problem.ts";
import { type Choices, choicesApi } from "../contract/api.ts";

export interface ChoicesGiven {
  readonly token: string;
  /** Another value reads anew: when the delivery was read last. */
  readonly stamp: string;
  /** Reads the delivery anew. */
  readonly refresh: () => void;
  /** Forms as the server drew them; absent where it did not. */
  readonly forms: PageForms | undefined;
}

type Work = (options: { headers: Record<string, string>; idempotencyKey: string }) => Promise<Choices>;

export interface Acts {
  readonly choices: Choices | undefined;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly reread: () => void;
  /** @returns whether it was carried out */
  readonly act: (work: Work) => Promise<boolean>;
}

/** Acts of the forms on this card. */
const ACTS: ReadonlySet<string> = new Set(["choose", "take-back"]);

/** The form of this card that the server refused. */
export const postedTo = (forms: PageForms | undefined) =>
  forms?.posted && ACTS.has(forms.posted.act) ? forms.posted : undefined;

const headersOf = (token: string) => ({ [HEADERS.trackingToken]: token });

/** Reads what can be chosen, and again when the delivery changed; a failure never takes away what is shown. */
export function useChoices({ token, stamp, refresh, forms }: ChoicesGiven): Acts {
  // Safe: the server draws this card of what `readChoices` answers.
  const [choices, show] = useState(() => (forms?.slot ?? undefined) as Choices | undefined);
  const [error, fail] = useState<unknown>(() => {
    const posted = postedTo(forms);
    return posted && new Problem(posted.code, posted);
  });
  const [isBusy, setBusy] = useState(false);
  const last = useRef<AbortController>(undefined);
  const reread = useCallback(() => {
    last.current?.abort();
    const ending = new AbortController();
    last.current = ending;
    void (async () => {
      const { signal } = ending;
      try {
        const read = await call(choicesApi.readChoices, {}, { headers: headersOf(token), signal });
        if (signal.aborted) return;
        show(read);
        fail((before: unknown) => (isProblem(before, "http.offline") ? undefined : before));
      } catch (problem) {
        if (!signal.aborted) fail(problem);
      }
    })();
  }, [token]);
  const read = useRef(choices && stamp);
  useEffect(() => {
    if (read.current === stamp) return;
    read.current = stamp;
    reread();
  }, [stamp, reread]);
  useEffect(() => () => last.current?.abort(), []);
  const act = async (work: Work): Promise<boolean> => {
    setBusy(true);
    try {
      // Sent again after a refusal, it is another intention.
      show(await work({ headers: headersOf(token), idempotencyKey: newId() }));
      fail(undefined);
      refresh();
      return true;
    } catch (problem) {
      fail(problem);
      // Shows beside the refusal how things stand now.
      reread();
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { choices, error, isBusy, reread, act };
}

const neverChanges = () => () => undefined;

/** Whether the page answers presses: a drawn one does not yet. */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
