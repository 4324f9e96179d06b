import { type ReactNode, useEffect } from "react";
import { reportMissingCode } from "../offline/code-missing.ts";
import { Boundary } from "./router-view.tsx";

/** A part around the page. Where it breaks, the page goes on without it until the next place. */
export function OptionalPart({ place, children }: { place: string; children: ReactNode }) {
  return (
    <Boundary place={place} fallback={LeftOut}>
      {children}
    </Boundary>
  );
}

function LeftOut() {
  useEffect(reportMissingCode, []);
  return null;
}
