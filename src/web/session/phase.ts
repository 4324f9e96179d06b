import { type SessionPhase, sessionMachine } from "#contract/session.ts";
import { advance } from "#kernel/machine.ts";

export type SessionCommand = (typeof sessionMachine)["transitions"][number]["name"];

export interface PhaseKeeper {
  now(): SessionPhase;
  /** @throws Refusal `http.internal` for a step that the table does not have */
  go(command: SessionCommand): SessionPhase;
}

/** The one place that knows the phase and shows it on the root element; the table of the contract decides. */
export function makePhase(root: HTMLElement = document.documentElement): PhaseKeeper {
  let phase: SessionPhase = sessionMachine.initial;
  const show = () => {
    root.dataset["session"] = phase;
  };
  show();
  return {
    now: () => phase,
    go(command) {
      phase = advance<SessionPhase, SessionCommand>(sessionMachine, phase, command);
      show();
      return phase;
    },
  };
}
