import type { Endpoint } from "#contract/endpoint.ts";
import { type Command, type CommandOptions, useCommand } from "../api/use-command.ts";
import { forgetTry } from "./tried.ts";

/** As `useCommand`, for a call that asks for a recent sign-in (`recentSignIn` of its endpoint). */
export function useGuarded<E extends Endpoint>(endpoint: E, options: CommandOptions<E> = {}): Command<E> {
  return useCommand(endpoint, {
    ...options,
    onDone: (reply, input) => {
      forgetTry();
      return options.onDone?.(reply, input);
    },
  });
}
