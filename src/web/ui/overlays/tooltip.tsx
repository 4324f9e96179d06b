import { type ReactNode, useEffect, useRef, useState } from "react";

/** Shows a short text near a control on hover and keyboard focus; Escape hides it, and it may be hovered itself. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const anchor = useRef<HTMLSpanElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [shown, setShown] = useState(false);

  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (!shown) return;
    const bubble = tip.current;
    const source = anchor.current?.firstElementChild;
    // `source` makes the control the anchor that the style sheet places the tip by.
    if (source instanceof HTMLElement) bubble?.showPopover?.({ source });
    const hide = (event: KeyboardEvent) => event.key === "Escape" && setShown(false);
    document.addEventListener("keydown", hide);
    return () => {
      document.removeEventListener("keydown", hide);
      bubble?.hidePopover?.();
    };
  }, [shown]);

  const later = (show: boolean, delay: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setShown(show), delay);
  };
  return (
    <span
      className="tooltip-anchor"
      ref={anchor}
      onPointerEnter={(event) => event.pointerType === "mouse" && later(true, 400)}
      onPointerLeave={() => later(false, 100)}
      onPointerDown={() => later(false, 0)}
      onFocus={(event) => event.target.matches(":focus-visible") && later(true, 0)}
      onBlur={() => later(false, 0)}
    >
      {children}
      <span className="tooltip" role="tooltip" popover="manual" ref={tip}>
        {text}
      </span>
    </span>
  );
}
