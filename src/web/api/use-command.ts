import { useRef, useState } from "react";
import type { Endpoint, InputOf, ReplyOf } from "#contract/endpoint.ts";
import { useLatest } from "../ui/use-latest.ts";
import { type CallOptions, call } from "./call.ts";
import { newId } from "./new-id.ts";
import { isProblem } from "./problem.ts";

type State<E extends Endpoint> =
  | { readonly status: "idle" }
  | { readonly status: "pending"; readonly variables: InputOf<E> }
  | { readonly status: "success"; readonly variables: InputOf<E>; readonly data: ReplyOf<E> }
  | { readonly status: "error"; readonly variables: InputOf<E>; readonly error: unknown };

export interface Command<E extends Endpoint> {
  readonly status: State<E>["status"];
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly data: ReplyOf<E> | undefined;
  readonly variables: InputOf<E> | undefined;
  /** Sends; what comes of it is read from the other members. */
  readonly mutate: (input: InputOf<E>) => void;
  /** Sends; resolves to the reply, rejects with the problem. */
  readonly mutateAsync: (input: InputOf<E>) => Promise<ReplyOf<E>>;
  readonly reset: () => void;
}

export type CommandOptions<E extends Endpoint> = Omit<CallOptions, "idempotencyKey" | "signal"> & {
  /** Runs before the command counts as done. */
  onDone?: (reply: ReplyOf<E>, input: InputOf<E>) => unknown;
};

/** The server answered: the next press is another intent. */
const isSettled = (error: unknown): boolean =>
  isProblem(error) &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 408 &&
  error.status !== 429;

/**
 * A write from a component. Pressing again after "no answer" repeats the same intent with the same key, so that it can
 * only happen once; after an answer, or with another input, it is a new intent.
 */
export function useCommand<E extends Endpoint>(endpoint: E, options: CommandOptions<E> = {}): Command<E> {
  const [state, setState] = useState<State<E>>({ status: "idle" });
  const intent = useRef<{ input: string; key: string }>(undefined);
  const latest = useLatest(options);
  const newest = useRef(0);

  const mutateAsync = async (input: InputOf<E>): Promise<ReplyOf<E>> => {
    const mine = (newest.current += 1);
    const show = (next: State<E>) => mine === newest.current && setState(next);
    const { onDone, ...rest } = latest.current;
    const text = JSON.stringify(input);
    const now = intent.current?.input === text ? intent.current : { input: text, key: newId() };
    intent.current = now;
    setState({ status: "pending", variables: input });
    try {
      const data = await call(endpoint, input, { ...rest, idempotencyKey: now.key });
      intent.current = undefined;
      await onDone?.(data, input);
      show({ status: "success", variables: input, data });
      return data;
    } catch (error) {
      if (isSettled(error)) intent.current = undefined;
      show({ status: "error", variables: input, error });
      throw error;
    }
  };

  return {
    status: state.status,
    isPending: state.status === "pending",
    isSuccess: state.status === "success",
    isError: state.status === "error",
    error: state.status === "error" ? state.error : null,
    data: state.status === "success" ? state.data : undefined,
    variables: state.status === "idle" ? undefined : state.variables,
    // The failure is in `error`; no caller waits for this promise.
    mutate: (input) => void mutateAsync(input).catch(() => undefined),
    mutateAsync,
    reset: () => {
      newest.current += 1;
      setState({ status: "idle" });
    },
  };
}
