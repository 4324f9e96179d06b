import { type RefObject, useEffect } from "react";
import type { Part } from "../parts.ts";

interface PlanKeys {
  readonly body: RefObject<HTMLElement | null>;
  readonly onPublish: () => void;
  readonly onWhy: (deliveryId: string) => void;
  readonly parts: readonly Part[];
}

const TYPING = "input:not([type=checkbox]):not([type=radio]), textarea, select";

const isTyping = ({ target }: Event): boolean => target instanceof Element && target.matches(TYPING);

/** J and K walk through the parts of a plan, W asks why of the current one, Ctrl+Enter publishes. */
export function usePlanKeys(latest: { readonly current: PlanKeys }, isBlocked: boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isBlocked || isTyping(event) || event.altKey) return;
      const run = commandOf(event, latest.current);
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [latest, isBlocked]);
}

function commandOf(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { body, onPublish, onWhy, parts }: PlanKeys,
): (() => void) | undefined {
  if (ctrlKey || metaKey) return key === "Enter" ? onPublish : undefined;
  const boxes = [...(body.current?.querySelectorAll<HTMLElement>(".plan-part input") ?? [])];
  const at = boxes.findIndex((box) => box === document.activeElement);
  const part = parts[Math.max(0, at)];
  const asked = (part?.came[0] ?? part?.went[0])?.deliveryId;
  const commands: Readonly<Record<string, (() => void) | undefined>> = {
    j: () => boxes[Math.min(boxes.length - 1, at + 1)]?.focus(),
    k: () => boxes[Math.max(0, at - 1)]?.focus(),
    w: asked === undefined ? undefined : () => onWhy(asked),
  };
  return commands[key.toLowerCase()];
}
