import { type ReactNode, useEffect, useRef } from "react";

/** Takes the focus when it appears, for the button that was pressed may be gone. */
export function TakesFocus({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <div ref={place} tabIndex={-1} className="stack gap-2">
      {children}
    </div>
  );
}
